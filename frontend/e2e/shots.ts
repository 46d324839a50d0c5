import path from 'node:path';
import { enter, test } from './fixtures';
import { setScene } from './scene';
import { dress, palettes, screens, show } from './screens';

const folder = process.env.SHOTS_DIR ?? path.resolve(import.meta.dirname, '../test-results/shots');

/** Only takes pictures of screens whose name contains this. */
const wanted = process.env.SHOTS_ONLY ?? '';

test('pictures of every screen', async ({ browser, facility }) => {
  test.setTimeout(600_000);
  const scene = await setScene(facility);
  for (const screen of screens.filter(({ name }) => name.includes(wanted))) {
    for (const width of screen.only === undefined ? [1280, 360] : [screen.only]) {
      const context = await browser.newContext({ baseURL: facility.url, viewport: { width, height: 860 } });
      if (screen.as) await enter(context, facility, screen.as(scene));
      const page = await context.newPage();
      await show(page, screen, scene);
      // A layer is fixed to the window; a full-page screenshot would show it somewhere in the middle.
      const layered = (await page.getByRole('dialog').or(page.getByRole('alertdialog')).count()) > 0;
      for (const [palette, classes] of Object.entries(palettes)) {
        await dress(page, classes);
        await page.screenshot({
          path: path.join(folder, `${screen.name}-${palette}-${width}.png`),
          fullPage: !layered,
          animations: 'disabled',
        });
      }
      await context.close();
    }
  }
});
