import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectAccessibleInEveryPalette,
  expectNoSidewaysScroll,
  prepareForAxe,
} from './axe';
import { enter, expect } from './fixtures';
import { expectTexts } from './literalParts';
import { literals } from './literals';
import { test } from './sceneTest';
import { warden, type Screen } from './screenParts';
import { expectNothingUnderAlerts } from './underAlerts';
import { dress, palettes, screens, show } from './screens';
import { holdStill } from './still';

/*
 * Visits every screen once at each width: its fixed texts, its picture in `__shots__`, accessibility, in every palette
 * at one of the widths, and whether it fits. A change of the looks that is wanted renews the pictures with `npm run e2e
 * -- screens.spec --update-snapshots`; look at each of them before they are committed.
 */

/** The days on the pictures. Far enough ahead for any run to come. */
const noon = '2040-03-14T12:00:00Z';

test.use({ world: 'screens', startsAt: noon });

/** The screens that are also compared in the other palettes, at the wide window. */
const inEveryPalette = new Set(['home', 'documents', 'document', 'admin-queue']);

/** What only differs from another picture in its state, or grows while it is looked at. */
const withoutPicture = /-empty$|^admin-(audit|documents-delete|2fa)$|^document-admin$/;

/** The height of the window on pictures, in pixels. */
const pictureHeight = 800;

async function expectLooks(page: Page, screen: Screen, width: number): Promise<void> {
  // The alerts and the number of news count what other tests did. The number may come any time.
  const withoutNews = '[data-news]{display:none!important}';
  const withoutAlerts = '[data-alerts]{display:none!important}';
  // Without effects it stands in its bar, which grows with it.
  const open =
    '[data-alerts] section{position:fixed!important}[data-alerts]{flex:none!important}[data-bar]{flex-wrap:nowrap!important}' +
    '@media(min-width:600px){[data-alerts] section{width:384px!important}}' +
    'footer[data-bar]{height:var(--status-bar)!important}header[data-bar]{height:48px!important}';
  // The access log gets a row for this visit, at once or a second later, and one for each visit before it.
  const withoutAccess = screen.name === 'document-archived' ? 'main tbody{display:none}' : '';
  const sheet = await page.evaluateHandle(
    (rules) => {
      const made = new CSSStyleSheet();
      made.replaceSync(rules);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, made];
      return made;
    },
    withoutNews + withoutAccess + (/^monitoring-(alerts|critical)$/.test(screen.name) ? open : withoutAlerts),
  );
  // The backdrop's gradients would make each picture four times as large; home shows them for all.
  if (screen.name !== 'home') await page.evaluate(() => (document.documentElement.dataset.fx = 'off'));
  await holdStill(page);
  const all = Object.entries(palettes);
  const dressed = width === 1280 && inEveryPalette.has(screen.name) ? all : all.slice(0, 1);
  for (const [palette, classes] of dressed) {
    await dress(page, classes);
    await expect(page).toHaveScreenshot(`${screen.name}-${palette}-${width}.png`, { timeout: 20_000 });
  }
  await sheet.evaluate((made) => {
    made.replaceSync('');
  });
}

/** Changes the height of the window and waits for a frame with it. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}

/** Judges the screen at one width: its texts, pictures and accessibility, and whether it fits at widths near to it. */
async function expectRight(page: Page, screen: Screen, width: number): Promise<void> {
  const isWide = width === 1280;
  if (isWide) {
    const shown = literals.filter(({ screen: { name } }) => name === screen.name);
    await expectTexts(
      page,
      shown.flatMap(({ texts }) => texts),
    );
  }
  if (screen.as === warden) await expectNothingUnderAlerts(page, `${screen.name} ${width}`);
  if (!withoutPicture.test(screen.name)) await expectLooks(page, screen, width);
  if (screen.height !== undefined) await resize(page, width, screen.height);
  await prepareForAxe(page);
  // Its other width shows the same colors.
  const judge = isWide || screen.only ? expectAccessibleInEveryPalette : expectAccessible;
  await judge(page, `${screen.name} ${width}`);
  await expectNoSidewaysScroll(page, `${screen.name} ${width}`);
  for (const other of isWide ? [1024, 768] : [320]) {
    await page.setViewportSize({ width: other, height: pictureHeight });
    await expectNoSidewaysScroll(page, `${screen.name} ${other}`);
  }
}

for (const screen of screens) {
  test(`${screen.name} looks as on its pictures and is accessible`, async ({ page, facility, scene }) => {
    // What is relative to now is the same however long the scene took.
    await page.clock.setFixedTime(new Date(Date.parse(noon) + 120_000));
    if (screen.as) await enter(page.context(), facility, screen.as(scene));
    // Nothing is left of an earlier opening: no text that was typed, nothing that was closed.
    await page.addInitScript(() => {
      if (window.name !== 'opened before') return;
      window.name = '';
      localStorage.clear();
      sessionStorage.clear();
    });
    for (const width of screen.only === undefined ? [1280, 360] : [screen.only]) {
      await page.setViewportSize({ width, height: pictureHeight });
      // Each width is opened by itself: what a screen shows may depend on the width at which it was opened.
      await show(page, screen, scene);
      await expectRight(page, screen, width);
      await page.evaluate(() => (window.name = 'opened before'));
    }
  });
}
