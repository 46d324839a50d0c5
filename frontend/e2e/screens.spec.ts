import { expectAccessibleInEveryPalette, expectNoSidewaysScroll, prepareForAxe } from './axe';
import { enter, test as base } from './fixtures';
import { setScene, type Scene } from './scene';
import { screens, show } from './screens';

const test = base.extend<object, { readonly scene: Scene }>({
  scene: [
    async ({ facility }, use) => {
      await use(await setScene(facility));
    },
    { scope: 'worker' },
  ],
});

test.use({ world: 'screens' });

for (const screen of screens) {
  for (const width of [1280, 360]) {
    test(`${screen.name} at ${width} is accessible in every palette`, async ({ page, facility, scene }) => {
      await page.setViewportSize({ width, height: screen.height ?? 800 });
      if (screen.as) await enter(page.context(), facility, screen.as(scene));
      await show(page, screen, scene);
      await prepareForAxe(page);
      await expectAccessibleInEveryPalette(page, `${screen.name} ${width}`);
      await expectNoSidewaysScroll(page, `${screen.name} ${width}`);
      for (const other of width === 360 ? [320] : [1024, 768]) {
        await page.setViewportSize({ width: other, height: 800 });
        await expectNoSidewaysScroll(page, `${screen.name} ${other}`);
      }
    });
  }
}
