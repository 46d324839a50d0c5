import { actionName, markOf, prettyDetails } from './entries';

test.each([
  ['document_deleted', 'Document Deleted'],
  ['SITE_LOCKED', 'Site Locked'],
  ['login', 'Login'],
  ['two__blanks_', 'Two Blanks'],
])('%p is read as %p', (action, name) => {
  expect(actionName(action)).toBe(name);
});

test.each([
  ['document_deleted', 'document'],
  ['DOCUMENT_VIEWED', 'document'],
  ['site_locked', 'site'],
  ['admin_granted', 'admin'],
  ['emergency_access', 'admin'],
  ['login_failed', 'other'],
  // The first that fits: it is the document that is looked for.
  ['admin_deleted_document', 'document'],
])('%p is marked as %p', (action, mark) => {
  expect(markOf(action)).toBe(mark);
});

test.each([
  [null, null],
  ['  ', null],
  ['{"level":3,"to":["a"]}', '{\n  "level": 3,\n  "to": [\n    "a"\n  ]\n}'],
  ['not json', 'not json'],
])('details %p are shown as %p', (details, shown) => {
  expect(prettyDetails(details)).toBe(shown);
});
