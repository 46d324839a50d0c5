import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { placeIds, placeOf, type PlaceId } from '../src/lib/places';
import { withView } from '../src/lib/viewAs';
import { accountViews } from './accountScreens';
import { adminViews } from './adminScreens';
import { entranceViews } from './entranceScreens';
import type { Scene } from './scene';
import { heading, reader, TALL, warden, withNews, type Screen, type View } from './screenParts';
import { watchViews } from './watchScreens';
import { writingViews } from './writingScreens';

/** Every screen in each state that looks different; a missing screen does not compile. */
const views: Readonly<Record<PlaceId, readonly [View, ...View[]]>> = {
  ...accountViews,
  ...entranceViews,
  ...watchViews,
  ...writingViews,
  home: [
    { name: 'home', as: warden, whole: (page) => page.getByRole('link', { name: /newest first$/ }) },
    {
      name: 'home-news',
      as: reader,
      prepare: withNews,
      whole: (page) => page.getByRole('region', { name: 'News 5 unread' }),
    },
  ],
  documents: [
    { name: 'documents', as: reader, whole: heading('The lighthouse that answers') },
    {
      name: 'documents-archive',
      as: warden,
      prepare: async (page) => {
        await page.getByRole('link', { name: 'The lighthouse that answers', exact: true }).focus();
        await page.keyboard.press('a');
        await page.getByRole('combobox', { name: 'Section' }).selectOption('Ambry Street');
      },
      whole: (page) => page.getByRole('dialog', { name: 'Archive document' }),
    },
    {
      name: 'documents-as',
      as: warden,
      path: () => paths.documentsFiltered({ as: 2 }),
      whole: heading('Rain gauge readings'),
    },
    {
      name: 'documents-compact',
      as: reader,
      only: 1280,
      prepare: (page) => page.getByRole('radio', { name: 'Compact' }).check(),
      whole: heading('The lighthouse that answers'),
    },
    {
      name: 'documents-filter',
      as: reader,
      only: 360,
      prepare: (page) => page.getByRole('button', { name: 'Filter' }).click(),
      whole: (page) => page.getByRole('dialog', { name: 'Filter' }),
    },
    {
      name: 'documents-empty',
      as: reader,
      path: () => paths.documentsFiltered({ q: 'nowhere' }),
      whole: (page) => page.getByText('NO DOCUMENTS FOUND MATCHING CRITERIA'),
    },
  ],
  document: [
    {
      name: 'document',
      as: reader,
      path: (scene) => paths.document(scene.open),
      whole: heading('Standing orders'),
    },
    {
      name: 'document-as',
      as: warden,
      path: (scene) => withView(paths.document(scene.open), 3),
      whole: heading('Standing orders'),
    },
    {
      name: 'document-as-denied',
      as: warden,
      path: (scene) => withView(paths.document(scene.open), 2),
      whole: (page) => page.getByText(/^Your clearance level \(2\) is insufficient/),
    },
    {
      name: 'document-admin',
      as: warden,
      path: (scene) => paths.document(scene.open),
      whole: heading('Standing orders'),
    },
    {
      name: 'document-archived',
      as: warden,
      path: (scene) => paths.document(scene.archived),
      whole: (page) => page.getByRole('link', { name: 'Ambry Street' }),
    },
    {
      name: 'document-search',
      as: reader,
      path: () => paths.documentsFiltered({ q: 'lamp answer "eleven seconds"' }),
      prepare: (page) => page.getByRole('link', { name: 'The lighthouse that answers', exact: true }).click(),
      whole: (page) => page.getByText(/matches for lamp/),
    },
    {
      name: 'denied',
      as: reader,
      path: (scene) => paths.document(scene.sealed),
      whole: heading('ACCESS DENIED'),
    },
  ],
  documentEdit: [
    {
      name: 'document-edit',
      as: reader,
      height: TALL,
      path: (scene) => paths.documentEdit(scene.open),
      whole: (page) => page.getByText(/^[1-9]\d* words/),
    },
    {
      name: 'document-edit-denied',
      as: warden,
      path: (scene) => paths.documentEdit(scene.open),
      whole: (page) => page.getByText('You can only edit documents you created.'),
    },
  ],
  documentHistory: [
    {
      name: 'document-history',
      as: warden,
      height: TALL,
      path: (scene) => paths.documentHistory(scene.revised),
      whole: (page) => page.getByText(/words? added/),
    },
    {
      name: 'document-history-side',
      as: warden,
      height: TALL,
      path: (scene) => paths.comparison(scene.revised, 2, 1),
      prepare: async (page) => {
        await page.getByText(/words? added/).waitFor();
        await page.keyboard.press('d');
      },
      whole: (page) => page.getByText(/words? added/),
    },
    {
      name: 'document-history-revert',
      as: warden,
      path: (scene) => paths.comparison(scene.revised, 2, 1),
      prepare: (page) => page.getByRole('button', { name: 'Revert to version 1' }).click(),
      whole: (page) => page.getByText(/^\d+ words? added, \d+ removed/),
    },
  ],
  drafts: [
    { name: 'drafts', as: warden, whole: heading('Untitled') },
    {
      name: 'drafts-deleting',
      as: warden,
      prepare: (page) => page.getByRole('button', { name: 'Delete Untitled' }).first().click(),
      whole: (page) => page.getByRole('alertdialog', { name: 'Delete draft' }),
    },
    {
      name: 'drafts-timed-out',
      as: reader,
      path: () => paths.drafts('timed-out'),
      whole: (page) =>
        page.getByRole('list', { name: 'Timed out' }).or(page.getByText('NOTHING HAS TIMED OUT')),
    },
    {
      name: 'drafts-mine',
      as: reader,
      height: TALL,
      path: () => paths.drafts('mine'),
      whole: (page) => page.getByRole('list', { name: 'My submissions' }),
    },
  ],
  templates: [
    { name: 'templates', as: reader, whole: heading('Open questions') },
    {
      name: 'templates-new',
      as: warden,
      prepare: (page) => page.getByRole('button', { name: 'Create custom' }).click(),
      whole: (page) => page.getByRole('form', { name: 'Create custom template' }),
    },
  ],
  archive: [
    { name: 'archive', as: reader, whole: (page) => page.getByRole('link', { name: /^High water/ }) },
    {
      name: 'archive-section',
      as: reader,
      path: (scene) => paths.archiveSection(scene.section),
      whole: (page) => page.getByRole('link', { name: 'Last orders' }),
    },
    {
      name: 'archive-admin',
      as: warden,
      height: TALL,
      path: (scene) => paths.archiveSection(scene.section),
      whole: (page) => page.getByRole('link', { name: 'Last orders' }),
    },
    {
      name: 'archive-edit',
      as: warden,
      height: TALL,
      path: (scene) => paths.archiveSection(scene.section),
      prepare: (page) => page.getByRole('button', { name: 'Edit section' }).click(),
      whole: (page) => page.getByRole('form', { name: 'Edit section' }),
    },
  ],
  ...adminViews,
};

export const screens: readonly Screen[] = [
  ...placeIds.flatMap((id) =>
    views[id].map((view): Screen => ({ path: () => placeOf(id).pattern, ...view })),
  ),
  { name: 'not-found', as: reader, path: () => '/sector/nine', whole: heading('LOCATION NOT FOUND') },
];

/** The palettes including that of the lockdown, by the class of the root element. */
export const palettes = {
  'green-matrix': 'theme-green-matrix',
  dark: 'theme-dark',
  'amber-crt': 'theme-amber-crt',
  'blue-steel': 'theme-blue-steel',
  lockdown: 'theme-green-matrix is-lockdown',
} as const;

/** Opens a screen and waits until it is complete. */
export async function show(page: Page, screen: Screen, scene: Scene): Promise<void> {
  await page.goto(screen.path(scene));
  await screen.prepare?.(page);
  await screen.whole(page).waitFor();
}

/** Applies a palette to the page. */
export async function dress(page: Page, classes: string): Promise<void> {
  await page.evaluate((value) => {
    document.documentElement.className = value;
  }, classes);
}
