import { enter } from './fixtures';
import { expectTexts } from './literalParts';
import { literals } from './literals';
import { test } from './sceneTest';
import { screens, show } from './screens';

test.use({ world: 'literals' });

// The test of all screens checks the texts of those that it opens.
const others = literals.filter(({ screen }) => !screens.some(({ name }) => name === screen.name));

for (const { screen, texts } of others)
  test(`${screen.name} shows its fixed texts`, async ({ page, facility, scene }) => {
    await page.setViewportSize({ width: 1280, height: screen.height ?? 860 });
    if (screen.as) await enter(page.context(), facility, screen.as(scene));
    await show(page, screen, scene);
    await expectTexts(page, texts);
  });
