import { factory } from '@/testing/factories';
import { actionName, jsonParts, markOf, prettyDetails, toneOf, withDays } from './entries';

test.each([
  ['document_deleted', 'Document Deleted'],
  ['SITE_LOCKED', 'Site Locked'],
  ['login', 'Login'],
  ['two__blanks_', 'Two Blanks'],
])('%p is shown as %p', (action, name) => {
  expect(actionName(action)).toBe(name);
});

test.each([
  ['document_deleted', 'document'],
  ['DOCUMENT_VIEWED', 'document'],
  ['site_locked', 'site'],
  ['admin_granted', 'admin'],
  ['emergency_access', 'admin'],
  ['login_failed', 'other'],
  // The first match wins, so this has the icon of a document.
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

test.each([
  ['login_failed', 'danger'],
  ['ACCESS_DENIED', 'danger'],
  ['site_locked', 'warn'],
  ['site_unlocked', 'bright'],
  ['static_code_used', 'warn'],
  ['two_factor_locked', 'warn'],
  ['emergency_access_opened', 'warn'],
  ['emergency_codes_synchronized', 'warn'],
  ['master_key_used', 'warn'],
  ['codes_synchronized', 'bright'],
])('%p has the tone %p', (action, tone) => {
  expect(toneOf(action)).toBe(tone);
});

test('JSON is split into names, values and the rest without losing text', () => {
  const text = JSON.stringify({ a: 'x: "1"', b: [-1.5, null], c: { d: true } }, null, 2);
  const parts = jsonParts(text);
  expect(parts.map((part) => part.text).join('')).toBe(text);
  const of = (kind: string) => parts.filter((part) => part.kind === kind).map((part) => part.text);
  expect(of('name')).toEqual(['"a"', '"b"', '"c"', '"d"']);
  expect(of('value')).toEqual(['-1.5', 'null', 'true']);
});

test('a day has a count once all its entries are loaded', () => {
  const entries = ['2026-03-15', '2026-03-14', '2026-03-14'].map((day) =>
    factory.auditEntry({ timestamp: `${day}T10:00:00.000Z` }),
  );
  const heads = (complete: boolean) => withDays(entries, complete).map(({ day }) => day);
  expect(heads(false)).toEqual([
    { name: '2026-03-15 SUNDAY', count: '1 ENTRY', isFirst: true },
    { name: '2026-03-14 SATURDAY', count: null, isFirst: true },
    { name: '2026-03-14 SATURDAY', count: null, isFirst: false },
  ]);
  expect(heads(true)[2]).toEqual({ name: '2026-03-14 SATURDAY', count: '2 ENTRIES', isFirst: false });
});
