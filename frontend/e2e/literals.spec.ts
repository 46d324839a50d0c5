import { enter, test as base } from './fixtures';
import { expectTexts } from './literalParts';
import { literals } from './literals';
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

test.use({ world: 'literals' });

// The test of all screens reads those that it opens.
const others = literals.filter(({ screen }) => !screens.some(({ name }) => name === screen.name));

for (const { screen, texts } of others)
  test(`${screen.name} says its fixed texts`, async ({ page, facility, scene }) => {
    await page.setViewportSize({ width: 1280, height: screen.height ?? 860 });
    if (screen.as) await enter(page.context(), facility, screen.as(scene));
    await show(page, screen, scene);
    await expectTexts(page, texts);
  });
