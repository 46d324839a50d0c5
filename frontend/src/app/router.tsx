import { createBrowserRouter, createMemoryRouter, type RouteObject } from 'react-router-dom';
import { LoadingState } from '@/components/States';
import { lazyWithRetry } from '@/lib/lazyWithRetry';
import { paths } from '@/lib/paths';
import { pendingSections } from '@/features/pending/sections';
import { Guard } from './guards';
import { AppShell } from './shell/AppShell';
import { NotFound } from './shell/NotFound';
import type { RouteHandle } from './shell/RouteAnnouncer';
import { RouteError } from './shell/RouteError';

const titled = (title: string): { handle: RouteHandle } => ({ handle: { title } });

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
                lazy: async () => {
                  const page = await lazyWithRetry(
                    'auth',
                    () => import(/* webpackChunkName: "page-auth" */ './pages/AuthRoute'),
                  );
                  return { Component: page.AuthRoute };
                },
              },
            ],
          },
          {
            element: <Guard access="user" />,
            children: [
              {
                path: paths.home,
                ...titled('Secure terminal'),
                lazy: async () => {
                  const page = await lazyWithRetry(
                    'home',
                    () => import(/* webpackChunkName: "page-home" */ '@/features/home/HomePage'),
                  );
                  return { Component: page.HomePage };
                },
              },
              {
                path: paths.documents,
                ...titled('Document repository'),
                lazy: async () => {
                  const page = await lazyWithRetry(
                    'documents',
                    () =>
                      import(/* webpackChunkName: "page-documents" */ '@/features/documents/RepositoryPage'),
                  );
                  return { Component: page.RepositoryPage };
                },
              },
              {
                path: `${paths.documents}/:id`,
                ...titled('Document'),
                lazy: async () => {
                  const page = await lazyWithRetry(
                    'document',
                    () => import(/* webpackChunkName: "page-document" */ '@/features/documents/ViewPage'),
                  );
                  return { Component: page.ViewPage };
                },
              },
              {
                path: paths.submission,
                ...titled('Submission'),
                lazy: async () => {
                  const page = await lazyWithRetry(
                    'submission',
                    () =>
                      import(
                        /* webpackChunkName: "page-submission" */ '@/features/submission/SubmissionPage'
                      ),
                  );
                  return { Component: page.SubmissionPage };
                },
              },
              ...pendingSections.map(({ path, name }) => ({
                path,
                ...titled(name),
                lazy: async () => {
                  const page = await lazyWithRetry(
                    'pending',
                    () => import(/* webpackChunkName: "page-pending" */ '@/features/pending/PendingSection'),
                  );
                  return { Component: page.PendingSection };
                },
              })),
            ],
          },
          {
            element: <Guard access="admin" />,
            children: [
              {
                path: paths.admin,
                ...titled('Control panel'),
                lazy: async () => {
                  const page = await lazyWithRetry(
                    'admin',
                    () => import(/* webpackChunkName: "page-admin" */ '@/features/admin/ControlPanelPage'),
                  );
                  return { Component: page.ControlPanelPage };
                },
              },
              {
                path: paths.auditLogs,
                ...titled('Security log'),
                lazy: async () => {
                  const page = await lazyWithRetry(
                    'audit',
                    () => import(/* webpackChunkName: "page-audit" */ '@/features/audit/AuditPage'),
                  );
                  return { Component: page.AuditPage };
                },
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
