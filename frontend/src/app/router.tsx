import type { ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { PartBoundary } from '@/components/Frame';
import { lazyPart, type LazyPart } from '@/components/lazyPart';
import { ScreenFailed } from '@/components/PartFailed';
import { LoadingState } from '@/components/States';
import { placeAt, placeOf, type PlaceId } from '@/lib/places';
import { releaseReload } from '@/lib/release';
import { RouterProvider } from '@/router/RouterProvider';
import { makeRouter, type Entries, type Router } from '@/router/router';
import { useCurrentPlace } from '@/state/useCurrentPlace';
import { Guard } from './guards';
import { AppShell } from './shell/AppShell';
import { NotFound } from './shell/NotFound';
import { RouteError, ShellError } from './shell/RouteError';

type Screen = LazyPart<object>;

function screen<Name extends string>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
): Screen {
  return lazyPart(
    async () => {
      const loaded = (await load())[name];
      releaseReload(name);
      return loaded;
    },
    {
      waiting: <LoadingState label="ESTABLISHING LINK" />,
      Failed: (how) => <ScreenFailed {...how} screen={name} />,
    },
  );
}

/** The component of each screen; a missing entry does not compile. */
const screens: Readonly<Record<PlaceId, Screen>> = {
  auth: screen('AuthRoute', () => import(/* webpackChunkName: "page-auth" */ './pages/AuthRoute')),
  twoFactor: screen(
    'TwoFactorPage',
    () => import(/* webpackChunkName: "page-2fa" */ '@/features/auth/TwoFactorPage'),
  ),
  home: screen('HomePage', () => import(/* webpackChunkName: "page-home" */ '@/features/home/HomePage')),
  documents: screen(
    'RepositoryPage',
    () => import(/* webpackChunkName: "page-documents" */ '@/features/documents/RepositoryPage'),
  ),
  document: screen(
    'ViewPage',
    () => import(/* webpackChunkName: "page-document" */ '@/features/documents/ViewPage'),
  ),
  documentEdit: screen(
    'EditPage',
    () => import(/* webpackChunkName: "page-document-edit" */ '@/features/documents/edit/EditPage'),
  ),
  documentHistory: screen(
    'HistoryPage',
    () => import(/* webpackChunkName: "page-document-history" */ '@/features/documents/history/HistoryPage'),
  ),
  submission: screen(
    'SubmissionPage',
    () => import(/* webpackChunkName: "page-submission" */ '@/features/submission/SubmissionPage'),
  ),
  drafts: screen(
    'WorkspacePage',
    () => import(/* webpackChunkName: "page-drafts" */ '@/features/submission/WorkspacePage'),
  ),
  draft: screen(
    'DraftPage',
    () => import(/* webpackChunkName: "page-draft" */ '@/features/submission/DraftPage'),
  ),
  templates: screen(
    'TemplatesPage',
    () => import(/* webpackChunkName: "page-templates" */ '@/features/templates/TemplatesPage'),
  ),
  archive: screen(
    'ArchivePage',
    () => import(/* webpackChunkName: "page-archive" */ '@/features/archive/ArchivePage'),
  ),
  archiveRequests: screen(
    'ArchiveRequestsPage',
    () => import(/* webpackChunkName: "page-archive-requests" */ '@/features/review/ArchiveRequestsPage'),
  ),
  settings: screen(
    'SettingsPage',
    () => import(/* webpackChunkName: "page-settings" */ '@/features/settings/SettingsPage'),
  ),
  admin: screen(
    'ControlPanelPage',
    () => import(/* webpackChunkName: "page-admin" */ '@/features/admin/ControlPanelPage'),
  ),
  analytics: screen(
    'AnalyticsPage',
    () => import(/* webpackChunkName: "page-analytics" */ '@/features/analytics/AnalyticsPage'),
  ),
  codeSync: screen('SyncPage', () => import(/* webpackChunkName: "page-sync" */ '@/features/sync/SyncPage')),
  monitoring: screen(
    'MonitoringPage',
    () => import(/* webpackChunkName: "page-monitoring" */ '@/features/monitoring/MonitoringPage'),
  ),
  mail: screen('MailPage', () => import(/* webpackChunkName: "page-mail" */ '@/features/mail/MailPage')),
  auditLogs: screen(
    'AuditPage',
    () => import(/* webpackChunkName: "page-audit" */ '@/features/audit/AuditPage'),
  ),
};

function CurrentScreen() {
  const place = useCurrentPlace();
  const Screen = place === null ? NotFound : screens[place];
  return (
    <Guard access={place === null ? 'anyone' : placeOf(place).access}>
      <Screen />
    </Guard>
  );
}

/** Shows an error of a screen within the shell; the screen is tried again at another address. */
function Shell() {
  const location = useLocation();
  return (
    <PartBoundary of={location} failed={<ShellError />}>
      <AppShell>
        <PartBoundary of={location} failed={<RouteError />}>
          <CurrentScreen />
        </PartBoundary>
      </AppShell>
    </PartBoundary>
  );
}

export function Screens({ router }: { readonly router: Router }) {
  return (
    <RouterProvider router={router} waiting={<LoadingState label="ESTABLISHING LINK" />}>
      <Shell />
    </RouterProvider>
  );
}

/** Loads the code of a screen at the first navigation to it; until then the previous screen stays. */
export function makeScreenRouter(entries: Entries): Router {
  const fetched = new Set<PlaceId>();
  return makeRouter(entries, (pathname) => {
    const place = placeAt(pathname)?.id;
    if (place === undefined || fetched.has(place)) return null;
    fetched.add(place);
    return screens[place].preload();
  });
}
