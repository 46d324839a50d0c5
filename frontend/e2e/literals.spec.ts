import { enter, expect, test as base } from './fixtures';
import { literals } from './literals';
import { setScene, type Scene } from './scene';
import { show } from './screens';

const test = base.extend<object, { readonly scene: Scene }>({
  scene: [
    async ({ facility }, use) => {
      await use(await setScene(facility));
    },
    { scope: 'worker' },
  ],
});

test.use({ world: 'literals' });

for (const { screen, texts } of literals)
  test(`${screen.name} says its fixed texts`, async ({ page, facility, scene }) => {
    await page.setViewportSize({ width: 1280, height: screen.height ?? 860 });
    if (screen.as) await enter(page.context(), facility, screen.as(scene));
    await show(page, screen, scene);
    // Once as it is seen and once as it is written, because styles change the case of letters. Colons and brackets can be
    // part of a style.
    const plain = (text: string) =>
      text
        .replace(/[:[\]]/g, ' ')
        .replace(/\s+/g, ' ')
        .trim();
    const missing = (seen: string) =>
      texts.filter((text) => (typeof text === 'string' ? !seen.includes(plain(text)) : !text.test(seen)));
    const shown = async () => {
      const body = page.locator('body');
      return plain(`${await body.innerText()} ${(await body.textContent()) ?? ''}`);
    };
    await expect(async () => {
      expect(missing(await shown())).toEqual([]);
    }).toPass({ timeout: 5000 });
  });
