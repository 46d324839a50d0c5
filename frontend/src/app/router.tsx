import type { ComponentType } from 'react';
import {
  createBrowserRouter,
  createMemoryRouter,
  type InitialEntry,
  type RouteObject,
} from 'react-router-dom';
import { lazyPart } from '@/components/lazyPart';
import { ScreenFailed } from '@/components/PartFailed';
import { LoadingState } from '@/components/States';
import { placeIds, placeOf, type Access, type PlaceId } from '@/lib/places';
import { releaseReload } from '@/lib/release';
import type { RouteHandle } from '@/state/useCurrentPlace';
import { Guard } from './guards';
import { AppShell } from './shell/AppShell';
import { NotFound } from './shell/NotFound';
import { RouteError, ShellError } from './shell/RouteError';

/** The code of a screen, fetched with the navigation to it; until then the previous screen stays. */
type Screen = Pick<RouteObject, 'lazy'>;

function screen<Name extends string>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
): Screen {
  const Screen = lazyPart(
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
  return {
    lazy: async () => {
      await Screen.preload();
      return { Component: Screen };
    },
  };
}

/** The screen of each place; a place without one does not compile. */
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
    () => import(/* webpackChunkName: "page-archive-requests" */ '@/features/archive/ArchiveRequestsPage'),
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

function routeOf(place: PlaceId): RouteObject {
  const handle: RouteHandle = { place };
  return { path: placeOf(place).pattern, handle, ...screens[place] };
}

/** The routes of all places for the same people, behind their guard. */
function guarded(access: Access): RouteObject {
  return {
    element: <Guard access={access} />,
    children: placeIds.filter((id) => placeOf(id).access === access).map(routeOf),
  };
}

/** The routes of the table of places, in the shell. */
export const routes: RouteObject[] = [
  {
    element: <AppShell />,
    errorElement: <ShellError />,
    hydrateFallbackElement: <LoadingState label="ESTABLISHING LINK" />,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          guarded('public'),
          guarded('user'),
          guarded('admin'),
          { element: <Guard access="anyone" />, children: [{ path: '*', element: <NotFound /> }] },
        ],
      },
    ],
  },
];

export function makeBrowserRouter() {
  return createBrowserRouter(routes);
}

/** The same screens without an address bar, for tests. */
export function makeMemoryRouter(at: InitialEntry) {
  return createMemoryRouter(routes, { initialEntries: [at] });
}
