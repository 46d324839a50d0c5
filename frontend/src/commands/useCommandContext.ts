import { useCallback, useMemo } from 'react';
import { useLocation, type Location } from 'react-router-dom';
import { useLogoutMutation, useUpdateSettingsMutation } from '@/api/endpoints';
import { useCurrentUser, useSiteLocked } from '@/api/selectors';
import type { ClearanceLevel } from '@/lib/clearance';
import { paths } from '@/lib/paths';
import { canSaveSettings } from '@/lib/permissions';
import type { PlaceId } from '@/lib/places';
import { writeSearch } from '@/lib/searchState';
import { saveHeldText } from '@/lib/unsaved';
import { chosenLevel, viewAsSearch, withView } from '@/lib/viewAs';
import { useNavigate } from '@/router/RouterProvider';
import { useAppDispatch } from '@/state/hooks';
import type { RecordState } from '@/state/recordState';
import { layerOpened, themeApplied } from '@/state/uiSlice';
import { useCurrentPlace } from '@/state/useCurrentPlace';
import type { ThemeName } from '@/theme/themes';
import type { CommandContext } from './table';

/**
 * How long signing out waits for unsaved text to be saved, in milliseconds. The browser stores text that is not saved
 * by then.
 */
const savePatience = 3000;

/** The screens that administrators can preview at another level. */
const placesWithView: readonly PlaceId[] = ['documents', 'document', 'documentHistory'];

/** Saves unsaved text, then ends the session on the server; the session listener then clears this window. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  const [logout] = useLogoutMutation();
  return useCallback(async () => {
    await saveHeldText(savePatience);
    try {
      await logout().unwrap();
    } catch {
      // The notification has shown the reason. The session may still be open, so the screen stays.
      return;
    }
    // Guards redirect from their screens; this leaves a screen without a guard.
    await navigate(paths.auth, { replace: true });
  }, [logout, navigate]);
}

export function useCommandContext(): CommandContext {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { user } = useCurrentUser();
  const locked = useSiteLocked();
  const logout = useLogout();
  const [updateSettings] = useUpdateSettingsMutation();
  const saves = user !== null && canSaveSettings(user);

  const setTheme = useCallback(
    (theme: ThemeName) => {
      dispatch(themeApplied(theme));
      if (saves) void updateSettings({ theme });
    },
    [dispatch, saves, updateSettings],
  );

  const { pathname, search, state } = useLocation() as Location<unknown>;
  const place = useCurrentPlace();
  const isView = place !== null && placesWithView.includes(place);
  const viewedAs = isView && user !== null ? chosenLevel(user, search) : null;
  const viewAs = useCallback(
    (level: ClearanceLevel | null) => {
      if (!isView) {
        void navigate(withView(paths.documents, level));
        return;
      }
      const params = writeSearch(viewAsSearch, new URLSearchParams(search), { as: level ?? undefined });
      void navigate(
        { pathname, search: params.toString() },
        { replace: true, preventScrollReset: true, state },
      );
    },
    [isView, navigate, pathname, search, state],
  );

  return useMemo(
    () => ({
      user,
      locked,
      navigate: (path: string, state?: RecordState | null) =>
        void navigate(path, state ? { state } : undefined),
      viewedAs,
      viewAs,
      logout: () => void logout(),
      setTheme,
      openKeys: () => {
        dispatch(layerOpened('keys'));
      },
      askLock: (lock: boolean) => {
        dispatch(layerOpened(lock ? 'lock' : 'unlock'));
      },
    }),
    [dispatch, locked, logout, navigate, user, setTheme, viewedAs, viewAs],
  );
}
