import { paths } from '../src/lib/paths';
import type { PlaceId } from '../src/lib/places';
import type { View } from './screenParts';

/** The screens before the sign-in, in each state that looks different. */
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
      prepare: (page) => page.getByRole('button', { name: 'Have a reset code?' }).click(),
      whole: (page) => page.getByRole('dialog', { name: 'Set a new password' }),
    },
    {
      name: 'auth-emergency',
      prepare: async (page) => {
        await page.getByRole('button', { name: 'system diagnostics' }).click();
        await page.getByRole('button', { name: 'Request access' }).click();
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
      whole: (page) => page.getByLabel('Authentication code'),
    },
    {
      name: 'two-factor-backup',
      path: () => paths.twoFactor('k-osei'),
      prepare: (page) => page.getByRole('radio', { name: 'Backup code' }).check(),
      whole: (page) => page.getByText('Each backup code works once.'),
    },
  ],
} as const satisfies Partial<Record<PlaceId, readonly [View, ...View[]]>>;
