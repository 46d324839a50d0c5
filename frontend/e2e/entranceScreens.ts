import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import type { PlaceId } from '../src/lib/places';
import type { View } from './screenParts';

const wrongCode = 'Invalid authentication code';

/** As if the first step of a sign-in was completed half a minute ago in this window. */
async function withTicket(page: Page): Promise<void> {
  await page.evaluate(() => {
    const ticket = {
      username: 'k-osei',
      endsAt: Date.now() + 272_000,
      lasts: 300,
      triesLeft: 5,
      tries: 5,
      methods: ['app', 'backup', 'static'],
    };
    sessionStorage.setItem('facility.ticket', JSON.stringify(ticket));
  });
  await page.reload();
}

async function refuseCode(
  page: Page,
  status: number,
  headers: Readonly<Record<string, string>>,
  json: unknown,
): Promise<void> {
  await page.route('**/api/verify-2fa', (route) => route.fulfill({ status, headers, json }));
  await page.getByLabel('6-digit code').fill('123456');
  await page.keyboard.press('Enter');
}

/** The screens before sign-in, in each state that looks different. */
export const entranceViews = {
  auth: [
    { name: 'auth-login', whole: (page) => page.getByLabel('Access key') },
    {
      name: 'auth-register',
      prepare: (page) => page.getByRole('tab', { name: 'Register' }).click(),
      whole: (page) => page.getByRole('button', { name: 'Register' }),
    },
    {
      name: 'auth-reset',
      prepare: (page) => page.getByRole('button', { name: 'Use a reset code' }).click(),
      whole: (page) => page.getByRole('form', { name: 'Set a new password' }),
    },
    {
      name: 'auth-emergency',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'system diagnostics' }).click();
        await page.getByRole('button', { name: 'Authenticate' }).click();
      },
      whole: (page) => page.getByText('Enter the administrator key'),
    },
    {
      name: 'auth-locked',
      path: () => paths.authLocked,
      whole: (page) => page.getByRole('alertdialog', { name: 'ACCESS DENIED' }),
    },
  ],
  twoFactor: [
    {
      name: 'two-factor',
      path: () => paths.twoFactor('k-osei'),
      prepare: withTicket,
      whole: (page) => page.getByRole('timer', { name: 'Time left' }),
    },
    {
      name: 'two-factor-backup',
      path: () => paths.twoFactor('k-osei'),
      prepare: async (page) => {
        await withTicket(page);
        await page.getByRole('radio', { name: 'Backup code' }).check();
      },
      whole: (page) => page.getByText('Letter case, spaces and hyphens do not matter.'),
    },
    {
      name: 'two-factor-error',
      path: () => paths.twoFactor('k-osei'),
      prepare: async (page) => {
        await withTicket(page);
        await refuseCode(page, 401, {}, { success: false, message: wrongCode, triesLeft: 4 });
      },
      whole: (page) => page.getByText(wrongCode).first(),
    },
    {
      name: 'two-factor-locked',
      path: () => paths.twoFactor('k-osei'),
      prepare: async (page) => {
        await withTicket(page);
        await refuseCode(
          page,
          423,
          { 'Retry-After': '900' },
          { code: 'account_locked', message: 'Too many failed attempts.' },
        );
      },
      whole: (page) => page.getByRole('region', { name: 'Account locked' }),
    },
  ],
} as const satisfies Partial<Record<PlaceId, readonly [View, ...View[]]>>;
