import { factory } from '@/testing/factories';
import { checkSection, emptySection, parentsFor, requestOf, treeOf, valuesOf } from './sections';

const arc = factory.section({ name: 'The Drowned Timetable' });
const street = factory.section({ name: 'Ambry Street', parentSection: arc.id });
const stair = factory.section({ name: 'Stair', parentSection: street.id, sectionType: 'timeline' });
const orders = factory.section({ name: 'Orders', sectionType: 'general' });
const all = [orders, arc, street, stair];

const shape = (sections: typeof all) =>
  treeOf(sections).map(({ heading, rows }) => [
    heading,
    rows.map(({ section, depth }) => `${'-'.repeat(depth)}${section.name}`),
  ]);

test('sections are grouped by the type of the top one, with those below it', () => {
  expect(shape(all)).toEqual([
    ['Story arcs', ['The Drowned Timetable', '-Ambry Street', '--Stair']],
    ['General', ['Orders']],
  ]);
});

test('a section whose parent is not listed is a root', () => {
  expect(shape([street, stair])).toEqual([['Story arcs', ['Ambry Street', '-Stair']]]);
});

test('a section cannot be moved below itself or its descendants', () => {
  const names = (section: typeof arc | null) => parentsFor(section, all).map((row) => row.section.name);
  expect(names(street)).toEqual(['The Drowned Timetable', 'Orders']);
  expect(names(null)).toHaveLength(4);
});

test('values of the request are trimmed, and no parent is null', () => {
  expect(requestOf({ ...emptySection, name: ' A ', description: ' b ' })).toEqual({
    name: 'A',
    description: 'b',
    sectionType: 'story_arc',
    parentSection: null,
    displayOrder: 0,
  });
  expect(requestOf(valuesOf(street)).parentSection).toBe(arc.id);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ name: 'é'.repeat(101) }, 'name'],
  [{ name: 'A', description: 'é'.repeat(1001) }, 'description'],
  [{ name: 'A', order: '-1' }, 'order'],
  [{ name: 'A', order: '10000' }, 'order'],
] as const)('%o is invalid in its %s', (values, field) => {
  const problems = checkSection({ ...emptySection, ...values });
  expect(Object.entries(problems).filter(([, problem]) => problem !== undefined)).toEqual([
    [field, expect.any(String)],
  ]);
});
