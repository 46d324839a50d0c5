import { enter, expect, test as base } from './fixtures';
import { setScene, type Scene } from './scene';
import { dress, palettes, screens, show } from './screens';
import { holdStill } from './still';

/**
 * Compares every screen with its picture in `__shots__`. A change of the looks that is wanted renews the pictures with
 * `npm run e2e -- looks --update-snapshots`; look at each of them before they are committed.
 */
const test = base.extend<object, { readonly scene: Scene }>({
  scene: [
    async ({ facility }, use) => {
      await use(await setScene(facility));
    },
    { scope: 'worker' },
  ],
});

/** The days on the pictures. Far enough ahead for any run to come. */
const noon = '2040-03-14T12:00:00Z';

test.use({ world: 'looks', startsAt: noon });

/** The screens that are also compared in the other palettes, at the wide window. */
const inEveryPalette = new Set(['home', 'documents', 'document', 'admin-queue']);

/** What only differs from another picture in its state, or grows while it is looked at; the checks of accessibility open it. */
const leftOut = /^pending-(?!archive)|-empty$|^admin-(audit|documents-delete|2fa)$|^document-admin$/;

for (const screen of screens.filter(({ name }) => !leftOut.test(name))) {
  for (const width of [1280, 360]) {
    test(`${screen.name} at ${width} looks as on its picture`, async ({ page, facility, scene }) => {
      await page.setViewportSize({ width, height: 800 });
      // What is relative to now is the same however long the scene took.
      await page.clock.setFixedTime(new Date(Date.parse(noon) + 120_000));
      if (screen.as) await enter(page.context(), facility, screen.as(scene));
      await show(page, screen, scene);
      // The backdrop's gradients would make each picture four times as large; home shows them for all.
      if (screen.name !== 'home') await page.evaluate(() => (document.documentElement.dataset.fx = 'off'));
      const all = Object.entries(palettes);
      const dressed = width === 1280 && inEveryPalette.has(screen.name) ? all : all.slice(0, 1);
      for (const [palette, classes] of dressed) {
        await dress(page, classes);
        await holdStill(page);
        await expect.soft(page).toHaveScreenshot(`${screen.name}-${palette}-${width}.png`);
      }
    });
  }
}
