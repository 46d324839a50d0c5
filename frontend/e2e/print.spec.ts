import { administrator, call, enter, expect, makeOperator, sessionOf, test } from './fixtures';
import { expectInkOnWhite, pagesOf, print, textOf } from './paper';
import { fileMany, publish, submit } from './scene';
import { palettes } from './screens';
import { patient } from './slow';

test.use({ world: 'print' });

const paragraph = 'The lantern counts those who leave, and nobody counts the lanterns. '.repeat(12);

const record = (
  target: string,
) => `The lantern was hung by {{4|the second keeper}} in the year of the {{2|flood}}.

See [[${target}]] and [the *reservoir*](https://reservoir.example/dams?year=1961#dam).[^1]

:::level 4
The keeper's name is on the slate.
:::

## Observations

| Night | Count |
| --- | --- |
| first | three |
| second | four |

${`${paragraph}\n\n`.repeat(8)}
\`\`\`
SIGNAL 11 11 11
\`\`\`

> It asked who was holding the lamp.

:::level 3
Only some may read this.
:::

[^1]: The dam is older than the lantern.
`;

/** Texts of the screen that must not be printed. */
const chrome =
  /ADMIN ALERTS|NOMINAL|SYSTEM LOCKDOWN|CONTENTS|\bEDIT\b|HISTORY|MY WORKSPACE|\bQUOTE\b|\bSEND\b|\bVIEW\b|\bDELETE\b|CMD|COPY/i;

/** Without blanks, because a line break may split an address. */
const bare = (text: string) => text.replaceAll(' ', '');

const foot = (person: string, page: number, pages: number) =>
  new RegExp(
    `Printed \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC by ${person}\\. Printed copies are not updated\\. +${page} / ${pages}`,
  );

for (const palette of ['green-matrix', 'lockdown'] as const)
  for (const grounds of ['without', 'with'] as const)
    test(`in ${palette}, a record is printed black on white ${grounds} background graphics`, async ({
      page,
      facility,
    }) => {
      const name = `${palette}-${grounds}`;
      const admin = await sessionOf(facility, administrator(facility));
      const author = await makeOperator(facility, `author-${name}`, 3);
      const reader = await makeOperator(facility, `reader-${name}`, 3);
      const writer = await sessionOf(facility, author);
      const file = async (title: string, content: string, level: number) =>
        publish(
          facility,
          admin,
          await submit(facility, writer, { title, content, category: 'RESEARCH' }),
          level,
        );
      const title = `The Lantern That Counts ${name}`;
      const target = await file(`The Reservoir ${name}`, 'Water.', 1);
      const id = await file(title, record(`The Reservoir ${name}`), 2);
      await call(facility, writer, 'POST', `/api/documents/${id}/comments`, {
        content: 'Which of the four? See [the slate](https://slate.example/).',
        quote: null,
      });
      await enter(page.context(), facility, reader);
      await page.goto(`/documents/${id}`);
      await expect(page.getByText('Which of the four?')).toBeVisible();
      await page.evaluate((className) => {
        document.documentElement.className = className;
      }, palettes[palette]);

      const pdf = await print(page, grounds === 'with');
      const pages = await pagesOf(pdf);
      expect(pages.length).toBeGreaterThan(1);
      pages.forEach((text, index) => {
        expect(text).toContain(title);
        expect(text).toContain(`DOC-${id.slice(0, 6).toUpperCase()} LEVEL 2`);
        expect(text).toMatch(foot(reader.username, index + 1, pages.length));
      });
      const text = await textOf(pdf);
      for (const words of [
        'hung by LEVEL 4 in the year',
        'LEVEL 4 REQUIRED',
        'LEVEL 3 Only some may read this.',
        `<${facility.url}/documents/${target}>`,
        '<https://reservoir.example/dams?year=1961#dam>',
        'second four',
        'SIGNAL 11 11 11',
        'It asked who was holding the lamp.',
        'The dam is older than the lantern.',
        'Which of the four? See the slate <https://slate.example/>.',
        'Printed with the clearance of level 3. Withheld passages are boxes of one size',
      ])
        expect(bare(text)).toContain(bare(words));
      expect(text).not.toMatch(chrome);
      await expectInkOnWhite(pdf);
    });

test('all loaded rows of a list and of the log are printed, with the column heads on every page', async ({
  page,
  facility,
}) => {
  test.setTimeout(patient(120_000));
  await fileMany(facility, await makeOperator(facility, 'keeper', 2), 75);
  await enter(page.context(), facility, administrator(facility));
  await page.goto('/documents?category=SITE');
  await expect(page.getByRole('link', { name: 'Shelf 075', exact: true })).toBeVisible();
  await expect(page.locator('[data-known]').first()).toBeVisible();
  for (const density of ['Comfortable', 'Compact']) {
    await page.getByRole('radio', { name: density }).check({ force: true });
    const pdf = await print(page, false);
    const pages = (await pagesOf(pdf)).filter((text) => text.includes('Shelf'));
    expect(pages.length).toBeGreaterThan(1);
    for (const text of pages) expect(text).toMatch(/ID +LEVEL +TITLE +CATEGORY +AUTHOR +DATE/);
    const text = await textOf(pdf);
    const rows = text.match(
      /DOC-[0-9A-F]{6} L1 (clearance level 1 )?Shelf \d{3} SITE keeper \d{4}-\d\d-\d\d/g,
    );
    // The number of loaded rows depends on how much of the list was visible.
    const missing = Number(/Not loaded: (\d+) more/.exec(text)?.[1] ?? 0);
    expect(rows?.length).toBeGreaterThanOrEqual(60);
    expect(rows?.length).toBe(75 - missing);
    expect(text).not.toMatch(chrome);
    await expectInkOnWhite(pdf);
  }

  await page.goto('/audit-logs');
  await expect(page.locator('[data-known]').first()).toBeVisible();
  const pages = (await pagesOf(await print(page, false))).filter((text) => text.includes('Shelf'));
  expect(pages.length).toBeGreaterThan(1);
  pages.forEach((text) => {
    expect(text).toMatch(/TIME +PERSON +ACTION +ON WHAT +ADDRESS/);
    expect(text).toMatch(/\d\d:\d\d:\d\d +administrator +Submission Approved .*Shelf \d{3} +127\.0\.0\.1/);
    expect(text).toContain('Security log');
  });
});

test('from a page with new codes only the codes are printed, without the key of the app', async ({
  page,
  facility,
}) => {
  await enter(page.context(), facility, await makeOperator(facility, 'two-keys', 3));
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Enable 2FA' }).click();
  const codes = page.getByRole('list', { name: 'Backup codes' }).locator('code');
  await expect(codes).toHaveCount(10);
  const key = await page.locator('[data-key]').textContent();
  const pages = await pagesOf(await print(page, false));
  expect(pages).toHaveLength(1);
  const [text = ''] = pages;
  for (const code of await codes.allTextContents()) expect(text).toContain(code);
  expect(text).toContain('FACILITY TERMINAL: codes of two-keys');
  expect(text).toMatch(/Issued \d{4}-\d\d-\d\d/);
  expect(text).not.toContain(key);
  expect(text).not.toMatch(chrome);
});
