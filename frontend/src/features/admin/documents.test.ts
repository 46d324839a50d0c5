import { marksOf } from './documents';

const plain = { isArchived: false, isDraft: false, isTemplate: false, scheduledReleaseAt: null };
const now = Date.parse('2026-03-14T09:26:53.000Z');

test.each([
  [plain, []],
  [{ ...plain, isArchived: true }, ['Archived']],
  [{ ...plain, scheduledReleaseAt: '2026-03-14T09:26:54.000Z' }, ['Releases 2026-03-14 09:26 UTC']],
  [{ ...plain, scheduledReleaseAt: '2026-03-14T09:26:53.000Z' }, []],
  [{ ...plain, isDraft: true, isTemplate: true }, ['Draft', 'Template']],
])('the document %j has the marks %j', (document, expected) => {
  expect(marksOf(document, now).map(({ word }) => word)).toEqual(expected);
});
