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
import { stabilizeTexts } from './still';

/* Visits every screen once at each width and checks its fixed texts, its picture in `__shots__`, its accessibility (in
   every palette at one of the widths), and whether it fits. After an intended change of the design, update the pictures
   with `npm run e2e -- screens.spec --update-snapshots` and look at each of them before committing. */

/** The date on the pictures, far enough ahead for any future run. */
const noon = '2040-03-14T12:00:00Z';

test.use({ world: 'screens', startsAt: noon });

/** The screens that are also compared in the other palettes, in the wide window. */
const inEveryPalette = new Set(['home', 'documents', 'document', 'admin-queue']);

/** Screens without a picture: they differ from another one only in their state, or grow while they are open. */
const withoutPicture = /-empty$|^admin-(audit|documents-delete|2fa)$|^document-admin$/;

/** The height of the window on pictures, in pixels. */
const pictureHeight = 800;

async function expectLooks(page: Page, screen: Screen, width: number): Promise<void> {
  // The alerts and the number of notifications depend on other tests, and the number may arrive at any time.
  const withoutNews = '[data-news]{display:none!important}';
  const withoutAlerts = '[data-alerts]{display:none!important}';
  // Without effects the panel is part of its bar, which grows with it.
  const open =
    '[data-alerts] section{position:fixed!important}[data-alerts]{flex:none!important}[data-bar]{flex-wrap:nowrap!important}' +
    '@media(min-width:600px){[data-alerts] section{width:384px!important}}' +
    'footer[data-bar]{height:var(--status-bar)!important}header[data-bar]{height:48px!important}';
  // The access log gets a row for this visit, at once or a second later, and one for each earlier visit.
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
  // The backdrop's gradients would quadruple the size of each picture; only home shows them.
  if (screen.name !== 'home') await page.evaluate(() => (document.documentElement.dataset.fx = 'off'));
  await stabilizeTexts(page);
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

/** Resizes the window and waits for a frame. */
async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(resolve));
      }),
  );
}

/** Checks the screen at one width: its texts, pictures and accessibility, and whether it fits at nearby widths. */
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
  // The other width has the same colors.
  const judge = isWide || screen.only ? expectAccessibleInEveryPalette : expectAccessible;
  await judge(page, `${screen.name} ${width}`);
  await expectNoSidewaysScroll(page, `${screen.name} ${width}`);
  for (const other of isWide ? [1024, 768] : [320]) {
    await page.setViewportSize({ width: other, height: pictureHeight });
    await expectNoSidewaysScroll(page, `${screen.name} ${other}`);
  }
}

for (const screen of screens) {
  test(`${screen.name} matches its pictures and is accessible`, async ({ page, facility, scene }) => {
    // Relative times are the same however long the scene took to set up.
    await page.clock.setFixedTime(new Date(Date.parse(noon) + 120_000));
    if (screen.as) await enter(page.context(), facility, screen.as(scene));
    // Removes what earlier openings have stored, such as typed text and closed panels.
    await page.addInitScript(() => {
      if (window.name !== 'opened before') return;
      window.name = '';
      localStorage.clear();
      sessionStorage.clear();
    });
    for (const width of screen.only === undefined ? [1280, 360] : [screen.only]) {
      await page.setViewportSize({ width, height: pictureHeight });
      // Each width is opened separately: the content may depend on the width at which a screen was opened.
      await show(page, screen, scene);
      await expectRight(page, screen, width);
      await page.evaluate(() => (window.name = 'opened before'));
    }
  });
}
