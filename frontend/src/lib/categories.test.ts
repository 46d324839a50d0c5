import { categoriesFor, documentCategories } from './categories';

const values = (...of: Parameters<typeof categoriesFor>) => categoriesFor(...of).map(({ value }) => value);

test('each form offers its own categories', () => {
  expect(values('submission')).toEqual(documentCategories.filter((value) => value !== 'ADDENDUM'));
  expect(values('edit')).toEqual(['ENTITY', 'INCIDENT', 'EXPERIMENT', 'PERSONNEL', 'ADDENDUM', 'OTHER']);
  expect(values('template')).toEqual(['ENTITY', 'INCIDENT', 'RESEARCH', 'PERSONNEL', 'SITE', 'OTHER']);
});

test('the category of a record is offered in addition, and a known one not twice', () => {
  expect(values('template', 'ADDENDUM')).toContain('ADDENDUM');
  expect(values('template', 'SITE')).toEqual(values('template'));
  expect(values('edit', 'unknown')).toEqual(values('edit'));
});

test('only the submission form has labels for its categories', () => {
  expect(categoriesFor('submission')[3]).toEqual({ value: 'RESEARCH', label: 'Research log' });
  expect(categoriesFor('template')[2]).toEqual({ value: 'RESEARCH', label: 'RESEARCH' });
});
