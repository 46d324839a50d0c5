import { useEffect, useState, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { useLocation, type Location } from 'react-router-dom';
import { useCurrentUser, useLock } from '@/api/selectors';
import { useCommandContext } from '@/commands/useCommandContext';
import { useDialogSoon } from '@/components/dialog/Dialog';
import { watchFootBars } from '@/components/footBars';
import { lazyPart, usePreload, type PartFailure } from '@/components/lazyPart';
import { LayerFailed } from '@/components/PartFailed';
import { Tooltips } from '@/components/Tooltip';
import { useIsPhone } from '@/components/useMedia';
import { replayBuffered } from '@/keyboard/keyboard';
import { canUseAdminPanel } from '@/lib/permissions';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import { layerClosed, toastDismissed, type Layer } from '@/state/uiSlice';
import { useRescue } from '@/text/useRescue';
import { theme } from '@/theme/theme';
import { reportScreen } from '../watchScreens';
import { Masthead } from './Masthead';
import type { MenuState } from './PhoneMenu';
import { RouteAnnouncer } from './RouteAnnouncer';
import { SessionWatch } from './SessionWatch';
import { SkipLink } from './SkipLink';
import { StatusBar } from './StatusBar';
import { Toaster } from './Toaster';
import { useAppliedTheme } from './useAppliedTheme';
import { useKeys } from './useKeys';
import { useLive } from './useLive';
import { useSession } from './useSession';

/** Polling interval of the lock, in milliseconds. */
export const lockPolling = 5000;

const Failed = ({ wanted, ...how }: PartFailure<{ readonly onClose: () => void }>) => (
  <LayerFailed {...how} onClose={wanted.onClose} />
);

const CommandPalette = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "palette" */ '@/features/command/CommandPalette')).CommandPalette,
  { Failed },
);
const KeysHelp = lazyPart(
  async () => (await import(/* webpackChunkName: "keys" */ '@/features/command/KeysHelp')).KeysHelp,
  { Failed },
);
const AdminAlerts = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "alerts" */ '@/features/notifications/AdminAlerts')).AdminAlerts,
  // Without its code there is no button; everything in it also has a screen.
  { Failed: () => null },
);
const PrintSheet = lazyPart(
  async () => (await import(/* webpackChunkName: "print" */ './PrintSheet')).PrintSheet,
  // Without its code the page can still be printed, with the lines as on the screen.
  { Failed: () => null },
);
const SiteDialog = lazyPart(
  async () => (await import(/* webpackChunkName: "site" */ '@/features/site/SiteDialog')).SiteDialog,
  { Failed },
);

const Screen = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  grid-template-rows: auto 1fr auto;
  min-height: 100dvh;
`;

const Main = styled.main`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 24px;
  align-content: start;
  width: 100%;
  padding: 24px ${theme.length.pageEdge};

  /* Tabs belong to the title row above them. */
  > [data-head]:has(+ [data-tabs]) {
    margin-bottom: -16px;
  }

  &:has(> [data-line='true']) {
    grid-template: 48px auto / auto minmax(0, 1fr) auto;
    gap: 0;
    padding-block: 4px 8px;
  }

  ${theme.media.phone} {
    gap: 16px;
    padding-block: 16px;

    > [data-head]:has(+ [data-tabs]) {
      margin-bottom: -8px;
    }
  }
`;

/** The layers that keys and commands open. Their code is loaded while the page is idle, so that they open at once. */
function Layers() {
  const dispatch = useAppDispatch();
  const layer = useAppSelector((state) => state.ui.layer);
  const context = useCommandContext();
  const admin = context.user !== null && canUseAdminPanel(context.user);
  useKeys(context);
  usePreload(CommandPalette, KeysHelp, { preload: replayBuffered });
  useDialogSoon();

  const question = layer !== null && layer !== 'palette' && layer !== 'keys' ? layer : null;
  const isRefused = question !== null && !admin;
  useEffect(() => {
    // A layer that is requested but never shown would withhold the keys of the page forever.
    if (isRefused) dispatch(layerClosed(question));
  }, [dispatch, isRefused, question]);

  // Closes only this layer: a command of the palette may have opened another layer before the palette closes.
  const closing = (open: Layer) => () => {
    dispatch(layerClosed(open));
  };
  return (
    <>
      {layer === 'palette' && <CommandPalette context={context} onClose={closing('palette')} />}
      {layer === 'keys' && <KeysHelp user={context.user} onClose={closing('keys')} />}
      {question !== null && admin && (
        <SiteDialog key={question} question={question} onClose={closing(question)} />
      )}
    </>
  );
}

function Alerts() {
  const { user } = useCurrentUser();
  if (user === null || !canUseAdminPanel(user)) return null;
  return <AdminAlerts key={user.id} user={user} />;
}

function Notices() {
  const dispatch = useAppDispatch();
  const toast = useAppSelector((state) => state.ui.toast);
  return (
    <Toaster
      toast={toast}
      onDismiss={(id) => {
        dispatch(toastDismissed(id));
      }}
    />
  );
}

/** Reports that the screen is mounted, after the effects of its parts; from then on it receives its keys. */
function useScreenShown(): void {
  const location = useLocation();
  useEffect(() => {
    reportScreen(location);
  }, [location]);
}

/** The menu of a phone. It closes on navigation and when the window becomes wider. */
function useMenu(): MenuState {
  const location = useLocation();
  const isPhone = useIsPhone();
  const [openAt, setOpenAt] = useState<Location | null>(null);
  return {
    isOpen: isPhone && openAt === location,
    setOpen: (open) => setOpenAt(open ? location : null),
  };
}

export function AppShell({ children }: { readonly children: ReactNode }) {
  useScreenShown();
  useSession();
  useAppliedTheme();
  useLive();
  useRescue();
  useLock(lockPolling);
  useEffect(watchFootBars, []);
  const menu = useMenu();

  return (
    <Screen>
      <SkipLink />
      <Masthead menu={menu} />
      <Main id="main" tabIndex={-1} inert={menu.isOpen}>
        {children}
      </Main>
      <Alerts />
      <StatusBar inert={menu.isOpen} />
      <RouteAnnouncer />
      <PrintSheet />
      <SessionWatch />
      <Layers />
      <Notices />
      <Tooltips />
    </Screen>
  );
}
