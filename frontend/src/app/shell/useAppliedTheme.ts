import { useEffect } from 'react';
import { useCurrentUser, useSiteLocked } from '@/api/selectors';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { themeApplied } from '@/state/uiSlice';
import { resolveTheme } from '@/theme/themes';
import { palettes } from '@/theme/tokens';

/** Sets the classes of the theme and of the lockdown on the root element. The theme's class stays during a lockdown. */
export function useAppliedTheme(): void {
  const dispatch = useAppDispatch();
  const theme = useAppSelector((state) => state.ui.preview ?? state.ui.unsavedTheme ?? state.ui.theme);
  const saved = useCurrentUser().user?.theme;
  const locked = useSiteLocked();

  useEffect(() => {
    if (saved !== undefined) dispatch(themeApplied(resolveTheme(saved)));
  }, [dispatch, saved]);

  useEffect(() => {
    document.documentElement.className = locked ? `theme-${theme} is-lockdown` : `theme-${theme}`;
    document
      .querySelector('meta[name="theme-color"]')
      ?.setAttribute('content', palettes[locked ? 'lockdown' : theme].void);
  }, [theme, locked]);
}
