import { paths } from '../src/lib/paths';
import {
  accessKeys,
  date,
  features,
  levels,
  none,
  screenNamed,
  pretendLocked,
  refuse,
  type Literals,
} from './literalParts';
import { administration, archive, secondFactor, settings, writing } from './literalsOfWork';
import { heading, reader } from './screenParts';

/** The screens before sign-in, and those of the whole site. */
const siteWide: readonly Literals[] = [
  {
    screen: screenNamed('auth-login'),
    texts: [
      ...['FACILITY TERMINAL', 'nominal', 'unrestricted', 'Login', 'Register', 'Username', 'Password'],
      ...['Access key', ...accessKeys, ...levels, ...features],
      'system diagnostics',
    ],
  },
  {
    screen: screenNamed('auth-emergency'),
    texts: ['Administrator key', 'Access denied', 'Invalid admin key'],
  },
  {
    screen: screenNamed('auth-register'),
    texts: ['FACILITY TERMINAL', 'nominal', 'unrestricted', 'Username', 'Password', ...features],
  },
  {
    screen: screenNamed('auth-locked'),
    texts: [
      'ACCESS DENIED',
      'FACILITY LOCKDOWN ACTIVE',
      'TERMINAL LOCKED',
      'This terminal is under lockdown procedures.',
      'Access is temporarily suspended.',
      'Contact site administration.',
      'Unauthorized attempts are logged.',
      'ERROR CODE: TERMINAL LOCKED',
      'STATUS: LOCKDOWN',
      'ESTIMATED DURATION: UNKNOWN',
      '[ ACKNOWLEDGE ]',
      'Close this dialog',
      'emergency login',
    ],
  },
  {
    screen: {
      name: 'auth, locked down',
      path: () => paths.auth,
      prepare: async (page) => {
        await pretendLocked(page);
        await page.reload();
      },
      whole: (page) => page.getByText('restricted', { exact: true }),
    },
    texts: ['FACILITY TERMINAL', 'SYSTEM LOCKDOWN ACTIVE', 'lockdown', 'restricted'],
  },
  {
    screen: screenNamed('not-found'),
    texts: ['ACCESS DENIED', '404 NOT FOUND', 'LOCATION NOT FOUND', 'main terminal'],
  },
];

const home: readonly Literals[] = [
  {
    screen: screenNamed('home'),
    texts: [
      'SECURE TERMINAL v1.4.0 - USER: b-lindqvist',
      'CLEARANCE: LEVEL 4 | CONNECTION: SECURE | SESSION: ACTIVE',
      ...['[1] VIEW_DOCUMENTS', '[2] SUBMIT_LORE', '[3] TEMPLATES', '[4] ARCHIVE_SYSTEM', '[5] SETTINGS'],
      ...['[6] ADMIN_PANEL', '[7] LOGOUT'],
      'TASK FORCE',
      'ACCESS STATUS: AUTHORIZED',
      'ADMIN STATUS: ENABLED',
      'All activity on this terminal is monitored and logged.',
    ],
  },
  {
    screen: { ...screenNamed('home'), name: 'home of a reader', as: reader },
    texts: ['[5] SETTINGS', '[6] LOGOUT', 'SECURITY', 'ACCESS STATUS: AUTHORIZED'],
  },
];

const documents: readonly Literals[] = [
  {
    screen: screenNamed('documents'),
    texts: [
      ...[
        'Main terminal',
        'My Workspace',
        'New Document',
        'Clearance',
        'Category',
        'Search title or content',
      ],
      ...[/DOC-[0-9A-F]{6}\b/, 'ENTITY', 'APPROVED', date, /Showing \d+ of \d+ accessible/],
      ...['View', 'History', 'Edit', 'Archive', 'Delete'],
    ],
  },
  { screen: screenNamed('documents-empty'), texts: ['NO DOCUMENTS FOUND MATCHING CRITERIA'] },
  {
    screen: screenNamed('documents-archive'),
    texts: ['Archive document', 'Section', 'Ambry Street', 'Cancel'],
  },
  {
    screen: {
      ...screenNamed('documents'),
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
      ...screenNamed('documents'),
      name: 'documents, deleting',
      prepare: (page) => page.getByRole('button', { name: 'Delete The lighthouse that answers' }).click(),
      whole: (page) => page.getByRole('alertdialog'),
    },
    texts: [
      'Are you sure you want to delete "The lighthouse that answers"? This action cannot be undone.',
      'Cancel',
    ],
  },
  {
    screen: screenNamed('document'),
    texts: [
      'The lighthouse that answers',
      ...['Category', 'ENTITY', 'Clearance', 'Version', 'Last updated', 'Created', 'Submitted by', 'k-osei'],
      ...['Document ID', 'Status', 'APPROVED', date, 'History', 'Edit'],
    ],
  },
  {
    screen: screenNamed('denied'),
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
    screen: screenNamed('document-edit'),
    texts: [
      ...['Title', 'Category', 'Proposed clearance level', 'Content', 'Submit', 'Cancel'],
      ...['ENTITY', 'INCIDENT', 'EXPERIMENT', 'PERSONNEL', 'ADDENDUM', 'OTHER'],
    ],
  },
  {
    screen: screenNamed('document-edit-denied'),
    texts: ['ACCESS DENIED', 'You can only edit documents you created.'],
  },
  {
    screen: {
      name: 'document-edit, none',
      as: reader,
      path: () => paths.documentEdit(none),
      whole: (page) => page.getByText('DOCUMENT NOT FOUND', { exact: true }),
    },
    texts: ['ACCESS DENIED', 'DOCUMENT NOT FOUND'],
  },
  {
    screen: screenNamed('document-history'),
    texts: ['IR-000001', 'INCIDENT', 'LEVEL 2', 'VERSION 2', date],
  },
  {
    screen: screenNamed('document-history-revert'),
    texts: ['Revert', 'A backup of the current version will be created', 'Cancel'],
  },
  {
    screen: {
      name: 'document-history, none',
      as: reader,
      path: () => paths.documentHistory(none),
      whole: heading('DOCUMENT NOT FOUND'),
    },
    texts: ['DOCUMENT NOT FOUND'],
  },
];

/** All screens by their states, with their fixed texts. Titles and names in them are those of the scene. */
export const literals: readonly Literals[] = [
  ...siteWide,
  ...home,
  ...documents,
  ...writing,
  ...settings,
  ...secondFactor,
  ...archive,
  ...administration,
];
