import type { Page } from '@playwright/test';
import { expectAccessibleInEveryPalette, prepareForAxe } from './axe';
import { administrator, call, enter, expect, sessionOf } from './fixtures';
import { publish, submit } from './scene';
import { test } from './sceneTest';

test.use({ world: 'states' });

/** A temporary state of a screen, or a state with a layer. */
interface State {
  readonly name: string;
  readonly path: string;
  /** Produces the state and waits for it. */
  readonly reach: (page: Page) => Promise<void>;
}

/** Fails a request as a server without a database connection does. */
async function failing(page: Page, address: string): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({
      status: 503,
      json: { code: 'unavailable', message: 'The database does not answer.' },
    }),
  );
}

const states: readonly State[] = [
  {
    name: 'palette',
    path: '/',
    reach: async (page) => {
      await page.keyboard.press('Control+K');
      await page.getByRole('combobox').fill('lighthouse');
      await page
        .getByRole('option', { name: /The lighthouse that answers/ })
        .first()
        .waitFor();
    },
  },
  {
    name: 'keys sheet',
    path: '/',
    reach: async (page) => {
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard' }).waitFor();
    },
  },
  {
    name: 'toast',
    path: '/',
    reach: async (page) => {
      await failing(page, '**/api/user/settings');
      await page.getByRole('textbox', { name: 'Command line' }).fill('theme dark');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Close' }).waitFor();
      // The focus keeps the notification on screen.
      await page.keyboard.press('F8');
    },
  },
  {
    name: 'error',
    path: '/documents',
    reach: async (page) => {
      await failing(page, '**/api/documents?*');
      await page.reload();
      await page.getByRole('alert').getByRole('button', { name: 'Retry' }).waitFor();
    },
  },
  {
    name: 'offline',
    path: '/documents',
    reach: async (page) => {
      await page.context().setOffline(true);
      await page.getByText('OFFLINE', { exact: true }).waitFor();
    },
  },
  {
    name: 'reconnecting',
    path: '/documents',
    reach: async (page) => {
      await page.routeWebSocket('**/auto-refresh-ws', (line) => void line.close());
      await page.reload();
      await page.getByText('RECONNECTING', { exact: true }).waitFor();
    },
  },
  {
    name: 'tooltip',
    path: '/documents',
    reach: async (page) => {
      // Tooltips are loaded last, and a pointer that already rests must move again.
      await expect(async () => {
        await page.mouse.move(0, 0);
        await page.getByText('L3', { exact: true }).first().hover();
        await page.getByRole('tooltip').waitFor({ timeout: 2000 });
      }).toPass();
    },
  },
];

for (const state of states) {
  for (const width of [1280, 360]) {
    test(`${state.name} at ${width} is accessible in every palette`, async ({ page, facility, scene }) => {
      await page.setViewportSize({ width, height: 1000 });
      await enter(page.context(), facility, scene.warden);
      await page.goto(state.path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByText('The lighthouse that answers').first()).toBeVisible();
      await state.reach(page);
      await prepareForAxe(page);
      await expectAccessibleInEveryPalette(page, `${state.name} ${width}`);
    });
  }
}

/** A record with everything beside its text: passages with levels, both kinds of links, and a discussion. */
const annotated = `See [[The lighthouse that answers]] and [[Nowhere at all]]: {{4|the lamp was lit}} {{2|by nobody}}.

:::level 4
The keeper's post was empty.
:::

The list is short.
`;

test('a record with passages, links and comments at 360 is accessible in every palette', async ({
  page,
  facility,
  scene,
}) => {
  const admin = await sessionOf(facility, administrator(facility));
  const warden = await sessionOf(facility, scene.warden);
  const record = { title: 'Lamp log', content: annotated, category: 'SITE' };
  const id = await publish(facility, warden, await submit(facility, admin, record), 1);
  const comments = `/api/documents/${id}/comments`;
  await call(facility, admin, 'POST', comments, { content: 'Who wrote it?', quote: 'The list is short.' });
  await call(facility, warden, 'POST', comments, { content: 'Not us.', quote: 'the lamp was lit' });
  await page.setViewportSize({ width: 360, height: 2000 });
  await enter(page.context(), facility, scene.reader);
  await page.goto(`/documents/${id}`);
  await expect(page.getByText('Not us.')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Withheld, level 4' })).toHaveCount(2);
  await prepareForAxe(page);
  await expectAccessibleInEveryPalette(page, 'annotated 360');
});

/**
 * Longer than the polling interval of the lock, which detects the loss and the return of the server, with the pauses
 * between attempts.
 */
const noticed = { timeout: 30_000 };

test('while the server is down the lamp, mode and window title say so', async ({ page, facility, scene }) => {
  await enter(page.context(), facility, scene.reader);
  await page.goto('/documents');
  const footer = page.locator('footer');
  await expect(page.getByText('Nominal', { exact: true })).toBeVisible();
  await page.context().setOffline(true);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible(noticed);
  await expect(footer.getByText('OFFLINE', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('OFFLINE: Document repository - Facility Terminal');
  await page.context().setOffline(false);
  await expect(page.getByText('Nominal', { exact: true })).toBeVisible(noticed);
  await expect(footer.getByText('READY', { exact: true })).toBeVisible();
  await expect(page).toHaveTitle('Document repository - Facility Terminal');
});
