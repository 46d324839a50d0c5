import type { PlaceId } from '../src/lib/places';
import { fixedSetup, reader, TALL, warden, withTwoSessions, type View } from './screenParts';

/** The screens of the user's own account, in each state that looks different. */
export const accountViews = {
  settings: [
    {
      name: 'settings',
      as: reader,
      height: TALL,
      prepare: withTwoSessions,
      whole: (page) => page.getByText('THIS ONE'),
    },
    {
      name: 'settings-2fa',
      as: reader,
      height: TALL,
      prepare: async (page) => {
        await withTwoSessions(page);
        await page.route('**/api/user/2fa/enable', (route) => route.fulfill({ json: fixedSetup }));
        await page.getByRole('button', { name: 'Enable 2FA' }).click();
      },
      whole: (page) => page.locator('[data-static-code]'),
    },
    {
      name: 'settings-unsaved',
      as: warden,
      height: TALL,
      prepare: async (page) => {
        await withTwoSessions(page);
        await page.getByRole('radio', { name: '120 minutes' }).check();
        await page.getByLabel('Email').fill('b-lindqvist@levelnine.example');
      },
      whole: (page) => page.getByText('2 changes are not saved:'),
    },
  ],
} satisfies Partial<Readonly<Record<PlaceId, readonly [View, ...View[]]>>>;
