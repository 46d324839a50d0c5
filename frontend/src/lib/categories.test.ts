import { categoriesFor, documentCategories } from './categories';

const values = (...of: Parameters<typeof categoriesFor>) => categoriesFor(...of).map(({ value }) => value);

test('each form offers its own categories', () => {
  expect(values('submission')).toEqual(documentCategories.filter((value) => value !== 'ADDENDUM'));
  expect(values('edit')).toEqual(['ENTITY', 'INCIDENT', 'EXPERIMENT', 'PERSONNEL', 'ADDENDUM', 'OTHER']);
  expect(values('template')).toEqual(['ENTITY', 'INCIDENT', 'RESEARCH', 'PERSONNEL', 'SITE', 'OTHER']);
});

test('the category that a record has is offered, and a known one not twice', () => {
  expect(values('template', 'ADDENDUM')).toContain('ADDENDUM');
  expect(values('template', 'SITE')).toEqual(values('template'));
  expect(values('edit', 'unknown')).toEqual(values('edit'));
});
