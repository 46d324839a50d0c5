import type { Person } from './permissions';
import { paths } from './paths';
import { isOffered, pathOf, placeByWord, placeIds, placeOf, places } from './places';

const people: Readonly<Record<string, Person | null>> = {
  nobody: null,
  member: { id: 'm', isAdmin: false, isApproved: true, clearanceLevel: 3 },
  admin: { id: 'a', isAdmin: true, isApproved: true, clearanceLevel: 5 },
  emergency: { id: 'emergency-access', isAdmin: true, isApproved: true, clearanceLevel: 5 },
};

const forUsers = [
  'home',
  'documents',
  'document',
  'documentEdit',
  'documentHistory',
  'templates',
  'archive',
  'settings',
];
const forAuthors = ['submission', 'drafts', 'draft'];
const forAdministrators = [
  'admin',
  'analytics',
  'archiveRequests',
  'codeSync',
  'monitoring',
  'mail',
  'auditLogs',
];

test.each([
  ['nobody', ['auth', 'twoFactor']],
  ['member', [...forUsers, ...forAuthors]],
  ['admin', [...forUsers, ...forAuthors, ...forAdministrators]],
  ['emergency', [...forUsers, ...forAdministrators]],
])('%s is offered the screens for their access', (who, expected) => {
  const offered = placeIds.filter((id) => isOffered(id, people[who] ?? null));
  expect([...offered].sort()).toEqual([...expected].sort());
});

test.each(['pattern', 'title', 'label', 'keys'] as const)('no two screens share a %s', (member) => {
  const values = placeIds.flatMap((id) => placeOf(id)[member] ?? []);
  expect(new Set(values).size).toBe(values.length);
});

test('no two screens share a word of the command line or a line of the menu', () => {
  const words = placeIds.flatMap((id) => placeOf(id).words ?? []);
  const lines = placeIds.flatMap((id) => placeOf(id).menu?.name ?? []);
  expect(new Set(words).size).toBe(words.length);
  expect(new Set(lines).size).toBe(lines.length);
});

test('the menu has the names and the order of the specification', () => {
  expect(placeIds.flatMap((id) => placeOf(id).menu?.name ?? [])).toEqual([
    'VIEW_DOCUMENTS',
    'SUBMIT_LORE',
    'TEMPLATES',
    'ARCHIVE_SYSTEM',
    'SETTINGS',
    'ADMIN_PANEL',
  ]);
});

test.each([
  ['documents', 'documents'],
  ['Docs', 'documents'],
  ['AUDIT', 'auditLogs'],
  ['document', null],
  ['constructor', null],
  ['', null],
])('the word %p means %p', (word, expected) => {
  expect(placeByWord(word)).toBe(expected);
});

test('parameters are encoded into the pattern', () => {
  expect(pathOf('document', { id: 'a/b?c' })).toBe('/documents/a%2Fb%3Fc');
  expect(pathOf('auditLogs')).toBe('/audit-logs');
});

test('addresses with search parameters are written through the schema of their place', () => {
  expect(paths.authLocked).toBe('/auth?locked=true');
  expect(paths.documentsFiltered({ q: 'red door', level: 3 })).toBe('/documents?q=red+door&level=3');
  expect(paths.documentsFiltered({})).toBe(places.documents.pattern);
});
