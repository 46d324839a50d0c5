import { useCallback, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import { useLogoutMutation, useUpdateSettingsMutation } from '@/api/endpoints';
import { useCurrentUser, useSiteLocked } from '@/api/selectors';
import { paths } from '@/lib/paths';
import { saveHeldText } from '@/lib/unsaved';
import { useAppDispatch } from '@/state/hooks';
import type { RecordState } from '@/state/recordState';
import { layerOpened, themeApplied } from '@/state/uiSlice';
import type { ThemeName } from '@/theme/tokens';
import type { CommandContext } from './registry';

/** How long signing out waits for what is written to be saved, in milliseconds. The browser keeps what is not. */
const savePatience = 3000;

/** Saves what is written, then ends the session on the server; the session listener then clears this window. */
export function useLogout(): () => Promise<void> {
  const navigate = useNavigate();
  const [logout] = useLogoutMutation();
  return useCallback(async () => {
    await saveHeldText(savePatience);
    try {
      await logout().unwrap();
    } catch {
      // The notice has told why; the session may still be open, so the screen stays.
      return;
    }
    // The guards lead there from their screens; one without a guard is left here.
    await navigate(paths.auth, { replace: true });
  }, [logout, navigate]);
}

/** Everything a command may do, bound to this window. */
export function useCommandContext(): CommandContext {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { user } = useCurrentUser();
  const locked = useSiteLocked();
  const logout = useLogout();
  const [updateSettings] = useUpdateSettingsMutation();
  const signedIn = user !== null;

  const setTheme = useCallback(
    (theme: ThemeName) => {
      dispatch(themeApplied(theme));
      if (signedIn) void updateSettings({ theme });
    },
    [dispatch, signedIn, updateSettings],
  );

  return useMemo(
    () => ({
      user,
      locked,
      navigate: (path: string, state?: RecordState | null) => {
        void navigate(path, state ? { state } : undefined);
      },
      logout: () => {
        void logout();
      },
      setTheme,
      openKeys: () => {
        dispatch(layerOpened('keys'));
      },
      askLock: (lock: boolean) => {
        dispatch(layerOpened(lock ? 'lock' : 'unlock'));
      },
    }),
    [dispatch, locked, logout, navigate, user, setTheme],
  );
}
