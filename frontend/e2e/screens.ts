import type { Page } from '@playwright/test';
import type { Operator } from './fixtures';
import type { Scene } from './scene';

/** A screen as somebody sees it. */
export interface Screen {
  readonly name: string;
  /** Who looks; nobody is signed in without. */
  readonly as?: (scene: Scene) => Operator;
  readonly path: (scene: Scene) => string;
  /** Something that is there once the screen is whole. */
  readonly whole: (page: Page) => ReturnType<Page['locator']>;
  /** What has to be pressed to get there. */
  readonly prepare?: (page: Page) => Promise<void>;
}

const reader = (scene: Scene) => scene.reader;
const warden = (scene: Scene) => scene.warden;
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });

/** Every screen there is. */
export const screens: readonly Screen[] = [
  { name: 'auth-login', path: () => '/auth', whole: (page) => page.getByLabel('Access key') },
  {
    name: 'auth-register',
    path: () => '/auth',
    prepare: (page) => page.getByRole('tab', { name: 'Register' }).click(),
    whole: (page) => page.getByRole('button', { name: 'Register' }),
  },
  { name: 'home', as: warden, path: () => '/', whole: (page) => page.getByText('VIEW_DOCUMENTS') },
  { name: 'documents', as: reader, path: () => '/documents', whole: heading('The lighthouse that answers') },
  {
    name: 'documents-empty',
    as: reader,
    path: () => '/documents?q=nowhere',
    whole: (page) => page.getByText('NO DOCUMENTS FOUND MATCHING CRITERIA'),
  },
  {
    name: 'document',
    as: reader,
    path: (scene) => `/documents/${scene.open}`,
    whole: heading('Standing orders'),
  },
  {
    name: 'document-admin',
    as: warden,
    path: (scene) => `/documents/${scene.open}`,
    whole: heading('Standing orders'),
  },
  {
    name: 'denied',
    as: reader,
    path: (scene) => `/documents/${scene.sealed}`,
    whole: heading('ACCESS DENIED'),
  },
  { name: 'submission', as: reader, path: () => '/submission', whole: heading('Visitors of record') },
  {
    name: 'pending-section',
    as: reader,
    path: () => '/settings',
    whole: (page) => page.getByText('SECTION NOT YET COMMISSIONED'),
  },
  { name: 'admin-review', as: warden, path: () => '/admin', whole: heading('Eleven seconds') },
  {
    name: 'admin-review-text',
    as: warden,
    path: () => '/admin',
    prepare: (page) => page.getByRole('button', { name: 'Read full text of Eleven seconds' }).click(),
    whole: heading('Standing orders'),
  },
  {
    name: 'admin-reject',
    as: warden,
    path: () => '/admin',
    prepare: async (page) => {
      await page.getByRole('button', { name: 'Reject' }).first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'Reject' }).click();
    },
    whole: (page) => page.getByText('Please give the author a reason for the rejection.'),
  },
  {
    name: 'admin-documents',
    as: warden,
    path: () => '/admin?tab=documents',
    whole: heading('What the lamp was for'),
  },
  {
    name: 'admin-documents-delete',
    as: warden,
    path: () => '/admin?tab=documents',
    prepare: (page) => page.getByRole('button', { name: 'Delete The lighthouse that answers' }).click(),
    whole: (page) => page.getByRole('alertdialog'),
  },
  {
    name: 'admin-users',
    as: warden,
    path: () => '/admin?tab=users',
    whole: (page) => page.getByText('claims-much').first(),
  },
  {
    name: 'admin-users-approve',
    as: warden,
    path: () => '/admin?tab=users',
    prepare: (page) => page.getByRole('button', { name: 'Approve new-hand' }).click(),
    whole: (page) => page.getByRole('dialog'),
  },
  {
    name: 'admin-audit',
    as: warden,
    path: () => '/admin?tab=audit',
    whole: (page) => page.getByText('AUDIT INTERFACE COMING SOON'),
  },
  {
    name: 'audit-logs',
    as: warden,
    path: () => '/audit-logs',
    whole: (page) => page.getByText(/^Chain intact/),
  },
  {
    name: 'audit-logs-empty',
    as: warden,
    path: () => '/audit-logs?view=user&q=nothing-of-the-kind',
    whole: (page) => page.getByText('NO USER LOGS FOUND'),
  },
  {
    name: 'auth-locked',
    path: () => '/auth?locked=true',
    whole: (page) => page.getByRole('alertdialog', { name: 'ACCESS DENIED' }),
  },
  {
    name: 'admin-lock',
    as: warden,
    path: () => '/admin',
    prepare: (page) => page.getByRole('button', { name: 'Lock site' }).click(),
    whole: (page) => page.getByText(/^Shut out:/),
  },
  {
    name: 'admin-2fa',
    as: warden,
    path: () => '/admin',
    prepare: (page) => page.getByRole('button', { name: 'Require 2FA' }).click(),
    whole: (page) => page.getByText(/^Without a second factor:/),
  },
  { name: 'not-found', as: reader, path: () => '/sector/nine', whole: heading('LOCATION NOT FOUND') },
];

/** The palettes, the one of lockdown included, by the class of the root element. */
export const palettes = {
  'green-matrix': 'theme-green-matrix',
  dark: 'theme-dark',
  'amber-crt': 'theme-amber-crt',
  'blue-steel': 'theme-blue-steel',
  lockdown: 'theme-green-matrix is-lockdown',
} as const;

/** Brings a screen up and waits until it is whole. */
export async function show(page: Page, screen: Screen, scene: Scene): Promise<void> {
  await page.goto(screen.path(scene));
  await screen.prepare?.(page);
  await screen.whole(page).waitFor();
}

/** Dresses the page in a palette. */
export async function dress(page: Page, classes: string): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.className = value;
  }, classes);
}
