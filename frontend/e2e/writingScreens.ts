import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import type { PlaceId } from '../src/lib/places';
import { heading, reader, TALL, type View } from './screenParts';

const lantern = `> It was lit before we came.

## Observations

- first night: three
- second night: four, one of them was me

:::level 3
The seventh visitor has not been seen to go in.
:::

The slate was wiped at *six*.`;

/** Writes a record that is not saved to a draft, because other pictures show the drafts of this user. */
async function write(page: Page): Promise<void> {
  await page.route(/\/api\/user\/drafts/, (route) => {
    const method = route.request().method();
    const isList = method === 'GET';
    const saved = {
      id: '00000000-0000-4000-8000-000000000001',
      revision: 1,
      savedAt: '2040-03-14T12:02:00Z',
      updatedAt: '2040-03-14T12:02:00Z',
    };
    return route.fulfill({ status: method === 'POST' ? 201 : 200, json: isList ? [] : saved });
  });
  await page.reload();
  await page.getByLabel('Title').fill('The lantern that counts');
  await page.getByLabel('Category').selectOption('RESEARCH');
  await page.getByRole('textbox', { name: 'Content' }).fill(lantern);
  await page.getByRole('textbox', { name: 'Content' }).press('Control+End');
  await page.getByText(/^Saved/).waitFor();
}

/** The screens on which records are written and submitted. */
export const writingViews = {
  submission: [
    { name: 'submission', as: reader, height: TALL, whole: (page) => page.getByText('Supported:') },
    {
      name: 'submission-incident',
      as: reader,
      height: TALL,
      path: () => `${paths.submission}?content=%23%20Order&category=INCIDENT`,
      whole: (page) => page.getByText(/^1 word\b/),
    },
    {
      name: 'submission-writing',
      as: reader,
      height: TALL,
      prepare: async (page) => {
        await write(page);
        await page.getByRole('button', { name: 'Passage' }).click();
      },
      whole: (page) => page.getByRole('menu', { name: 'Level of the passage' }),
    },
    {
      name: 'submission-files',
      as: reader,
      height: TALL,
      only: 1280,
      prepare: async (page) => {
        await write(page);
        await page.getByLabel('Choose files').setInputFiles({
          name: 'watch log, room 14.md',
          mimeType: 'text/markdown',
          buffer: Buffer.from('Relieved at four.'),
        });
        await page
          .getByRole('region', { name: /^Notifications/ })
          .getByRole('button', { name: 'Close' })
          .click();
      },
      whole: (page) => page.getByRole('button', { name: /^Take the text over/ }),
    },
    {
      name: 'submission-help',
      as: reader,
      height: TALL,
      prepare: (page) => page.getByRole('button', { name: 'Markdown help' }).click(),
      whole: (page) => page.getByRole('region', { name: 'Markdown help' }),
    },
    {
      name: 'submission-full',
      as: reader,
      prepare: async (page) => {
        await write(page);
        await page.keyboard.press('Control+Shift+F');
      },
      whole: (page) => page.getByRole('button', { name: 'Full screen', pressed: true }),
    },
    {
      name: 'submission-mine',
      as: reader,
      height: TALL,
      path: () => paths.ownSubmissions(),
      prepare: (page) => page.getByRole('button', { name: 'Visitors of record', exact: true }).click(),
      whole: (page) => page.getByText(/^SUB-/),
    },
    {
      name: 'submission-revising',
      as: reader,
      height: TALL,
      path: () => paths.ownSubmissions('rejected'),
      prepare: (page) => page.getByRole('button', { name: /^Revise and resubmit/ }).click(),
      whole: (page) => page.getByRole('region', { name: "Reviewer's reason" }),
    },
  ],
  draft: [
    {
      name: 'draft',
      as: reader,
      height: TALL,
      path: (scene) => paths.draft(scene.draft),
      whole: (page) => page.getByText('Supported:'),
    },
    {
      name: 'draft-gone',
      as: reader,
      path: () => paths.draft('00000000-0000-4000-8000-000000000000'),
      whole: heading('DRAFT NOT FOUND'),
    },
  ],
} satisfies Partial<Record<PlaceId, readonly [View, ...View[]]>>;
