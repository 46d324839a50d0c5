import type { ComponentType } from 'react';
import { createBrowserRouter, createMemoryRouter, type RouteObject } from 'react-router-dom';
import { lazyPart } from '@/components/lazyPart';
import { ScreenFailed } from '@/components/PartFailed';
import { LoadingState } from '@/components/States';
import { giveReloadBack } from '@/lib/release';
import { paths } from '@/lib/paths';
import { pendingSections } from '@/features/pending/sections';
import { Guard } from './guards';
import { AppShell } from './shell/AppShell';
import { NotFound } from './shell/NotFound';
import type { RouteHandle } from './shell/RouteAnnouncer';
import { RouteError } from './shell/RouteError';

const titled = (title: string): { handle: RouteHandle } => ({ handle: { title } });

/** A screen's code comes with the navigation to it; until then the screen before it stays. */
function screen<Name extends string>(
  name: Name,
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
): Pick<RouteObject, 'lazy'> {
  const Screen = lazyPart(
    async () => {
      const loaded = (await load())[name];
      giveReloadBack(name);
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

/** THE table of screens: path, who may see it, what it is called, and where its code is. */
export const routes: RouteObject[] = [
  {
    element: <AppShell />,
    hydrateFallbackElement: <LoadingState label="ESTABLISHING LINK" />,
    children: [
      {
        errorElement: <RouteError />,
        children: [
          {
            element: <Guard access="public" />,
            children: [
              {
                path: paths.auth,
                ...titled('Sign in'),
                ...screen('AuthRoute', () => import(/* webpackChunkName: "page-auth" */ './pages/AuthRoute')),
              },
            ],
          },
          {
            element: <Guard access="user" />,
            children: [
              {
                path: paths.home,
                ...titled('Secure terminal'),
                ...screen(
                  'HomePage',
                  () => import(/* webpackChunkName: "page-home" */ '@/features/home/HomePage'),
                ),
              },
              {
                path: paths.documents,
                ...titled('Document repository'),
                ...screen(
                  'RepositoryPage',
                  () =>
                    import(/* webpackChunkName: "page-documents" */ '@/features/documents/RepositoryPage'),
                ),
              },
              {
                path: `${paths.documents}/:id`,
                ...titled('Document'),
                ...screen(
                  'ViewPage',
                  () => import(/* webpackChunkName: "page-document" */ '@/features/documents/ViewPage'),
                ),
              },
              {
                path: paths.submission,
                ...titled('Submission'),
                ...screen(
                  'SubmissionPage',
                  () =>
                    import(/* webpackChunkName: "page-submission" */ '@/features/submission/SubmissionPage'),
                ),
              },
              ...pendingSections.map(({ path, name }) => ({
                path,
                ...titled(name),
                ...screen(
                  'PendingSection',
                  () => import(/* webpackChunkName: "page-pending" */ '@/features/pending/PendingSection'),
                ),
              })),
            ],
          },
          {
            element: <Guard access="admin" />,
            children: [
              {
                path: paths.admin,
                ...titled('Control panel'),
                ...screen(
                  'ControlPanelPage',
                  () => import(/* webpackChunkName: "page-admin" */ '@/features/admin/ControlPanelPage'),
                ),
              },
              {
                path: paths.auditLogs,
                ...titled('Security log'),
                ...screen(
                  'AuditPage',
                  () => import(/* webpackChunkName: "page-audit" */ '@/features/audit/AuditPage'),
                ),
              },
            ],
          },
          { path: '*', ...titled('Location not found'), element: <NotFound /> },
        ],
      },
    ],
  },
];

/** The router of the browser. */
export function makeBrowserRouter() {
  return createBrowserRouter(routes);
}

/** The same screens without an address bar, for tests. */
export function makeMemoryRouter(at: string) {
  return createMemoryRouter(routes, { initialEntries: [at] });
}
