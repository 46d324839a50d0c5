import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import { adminViews } from './adminScreens';
import { heading, reader, warden, type Screen } from './screenParts';
import { screens } from './screens';

/** The fixed texts of one state of a screen, exactly as a reader sees them. */
export interface Literals {
  readonly screen: Screen;
  readonly texts: readonly string[];
}

/** The screen with this name from the table of all screens. */
function of(name: string): Screen {
  const found = [...screens, ...Object.values(adminViews).flat()].find((screen) => screen.name === name);
  if (found === undefined) throw new Error(`no screen is called ${name}`);
  return { path: () => '/', ...found };
}

/** An id that no record has. */
const none = '00000000-0000-4000-8000-00000000ffff';

/** Refuses a call as a server does that has lost its database. */
async function refuse(page: Page, address: string): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The database does not answer.' } }),
  );
}

const levels = ['SUBJECT', 'INNOVATION', 'SECURITY', 'TASK FORCE', 'SITE COMMAND'];

/** Every screen in service, by its states, with the texts that are fixed. Titles and names in them are those of the scene. */
export const literals: readonly Literals[] = [
  {
    screen: of('auth-login'),
    texts: ['FACILITY TERMINAL', 'nominal', 'unrestricted', ...levels],
  },
  { screen: of('auth-register'), texts: ['FACILITY TERMINAL', 'nominal', 'unrestricted'] },
  {
    screen: of('auth-locked'),
    texts: [
      'ACCESS DENIED',
      'FACILITY LOCKDOWN ACTIVE',
      'TERMINAL LOCKED',
      'ERROR CODE: TERMINAL LOCKED',
      'STATUS: LOCKDOWN',
      '[ ACKNOWLEDGE ]',
    ],
  },
  {
    screen: of('home'),
    texts: [
      'FACILITY TERMINAL',
      'SECURE TERMINAL v1.4.0 - USER: ',
      'CLEARANCE: LEVEL 4 | CONNECTION: SECURE | SESSION: ACTIVE',
      ...['[1]', '[2]', '[3]', '[4]', '[5]', '[6]', '[7]'],
      ...[
        'VIEW_DOCUMENTS',
        'SUBMIT_LORE',
        'TEMPLATES',
        'ARCHIVE_SYSTEM',
        'SETTINGS',
        'ADMIN_PANEL',
        'LOGOUT',
      ],
      'TASK FORCE',
      'ACCESS STATUS: AUTHORIZED',
      'ADMIN STATUS: ENABLED',
    ],
  },
  {
    screen: { ...of('home'), name: 'home of a reader', as: reader },
    texts: ['[1]', '[5]', '[6]', 'LOGOUT', 'SECURITY', 'ACCESS STATUS: AUTHORIZED'],
  },
  {
    screen: of('documents'),
    texts: ['APPROVED', 'My Workspace', 'New Document'],
  },
  { screen: of('documents-empty'), texts: ['NO DOCUMENTS FOUND MATCHING CRITERIA'] },
  {
    screen: {
      ...of('documents'),
      name: 'documents, refused',
      prepare: async (page) => {
        await refuse(page, '**/api/documents?*');
        await page.reload();
      },
      whole: (page) => page.getByText('Failed to load documents'),
    },
    texts: ['ERROR: Failed to load documents', 'The database does not answer.'],
  },
  {
    screen: {
      ...of('documents'),
      name: 'documents, deleting',
      prepare: (page) =>
        page
          .getByRole('button', { name: /^Delete/ })
          .first()
          .click(),
      whole: (page) => page.getByRole('alertdialog'),
    },
    texts: ['Are you sure you want to delete "', '"? This action cannot be undone.'],
  },
  { screen: of('document'), texts: ['APPROVED'] },
  {
    screen: of('denied'),
    texts: [
      'ACCESS DENIED',
      'Your clearance level (3) is insufficient to access this document. Required clearance: Level 5',
    ],
  },
  {
    screen: {
      name: 'document, none',
      as: reader,
      path: () => paths.document(none),
      whole: heading('DOCUMENT NOT FOUND'),
    },
    texts: ['DOCUMENT NOT FOUND', 'The requested document could not be accessed or does not exist.'],
  },
  {
    screen: of('document-edit-denied'),
    texts: ['ACCESS DENIED', 'You can only edit documents you created.'],
  },
  {
    screen: {
      name: 'document-edit, none',
      as: reader,
      path: () => paths.documentEdit(none),
      whole: (page) => page.getByText('DOCUMENT NOT FOUND'),
    },
    texts: ['ACCESS DENIED', 'DOCUMENT NOT FOUND'],
  },
  { screen: of('document-history-revert'), texts: ['A backup of the current version will be created'] },
  {
    screen: {
      name: 'document-history, none',
      as: reader,
      path: () => paths.documentHistory(none),
      whole: heading('DOCUMENT NOT FOUND'),
    },
    texts: ['DOCUMENT NOT FOUND'],
  },
  {
    screen: of('submission'),
    texts: ['Supported:', '.TXT', '.MD', '.PDF', '.DOC', 'All submissions need admin approval'],
  },
  { screen: of('drafts'), texts: ['DRAFTS', 'PENDING EDITS', 'TIMED OUT'] },
  { screen: of('templates'), texts: ['USE TEMPLATE', 'NEW SUBMISSION', 'RETURN'] },
  {
    screen: { ...of('templates'), name: 'templates of an administrator', as: warden },
    texts: ['CREATE CUSTOM'],
  },
  { screen: of('archive-admin'), texts: ['CREATE SECTION'] },
  { screen: of('admin-review'), texts: ['FACILITY TERMINAL', 'SUB-'] },
  { screen: of('admin-documents'), texts: ['DOC-'] },
  { screen: of('admin-users'), texts: ['USR-'] },
  { screen: of('audit-logs'), texts: ['AUDIT LOGS', 'USER LOGS', 'permanent and immutable', 'IP address'] },
  { screen: of('not-found'), texts: ['ACCESS DENIED', '404 NOT FOUND', 'LOCATION NOT FOUND'] },
];
