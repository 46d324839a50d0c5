import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { checkTemplate, emptyTemplate, groupsOf, isMissing, requestOf, valuesOf } from './templates';

const whole = { ...emptyTemplate, name: 'Patrol', category: 'SITE', content: '## Rounds' };

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ name: 'é'.repeat(101) }, 'name', 'Name must be at most 100 characters'],
  [{ category: '' }, 'category', 'Category is required'],
  [{ content: '\n' }, 'content', 'Content is required'],
  [{ content: '😀'.repeat(20_001) }, 'content', 'Content must be at most 20,000 characters'],
  [{ name: 'Patrol\u202E' }, 'name', /text-direction/],
  [{ description: 'é'.repeat(501) }, 'description', 'Description must be at most 500 characters'],
] as const)('case %#: a form with an invalid field has its message', (change, field, message) => {
  expect(checkTemplate({ ...whole, ...change })[field]).toMatch(message);
});

test('a form at the limits is valid', () => {
  const longest = {
    ...whole,
    name: 'é'.repeat(100),
    content: '😀'.repeat(20_000),
    description: 'é'.repeat(500),
  };
  expect(checkTemplate(longest)).toEqual({});
  expect(isMissing(longest)).toBe(false);
  expect(isMissing({ ...whole, content: ' ' })).toBe(true);
});

test('the required level is 1 by default', () => {
  expect(requestOf({ ...whole, name: ' Patrol ' })).toEqual({
    name: 'Patrol',
    category: 'SITE',
    content: '## Rounds',
    requiredClearanceLevel: 1,
    description: '',
  });
  expect(valuesOf(factory.template({ requiredClearanceLevel: 4 })).level).toBe('4');
});

test('templates are grouped by origin, without empty groups', () => {
  const [builtIn, custom, retired] = [
    factory.template({ isBuiltIn: true }),
    factory.template(),
    factory.template({ isActive: false }),
  ];
  expect(groupsOf([retired, custom, builtIn])).toEqual([
    { name: 'Built-in', templates: [builtIn] },
    { name: 'Custom', templates: [custom] },
    { name: 'Retired', templates: [retired] },
  ]);
  expect(groupsOf([builtIn])).toHaveLength(1);
});

test('a submission from a template has its parts encoded in the address', () => {
  const template = factory.template({
    name: 'A & B',
    category: 'CONTAINMENT PROTOCOL',
    content: '# 1\n50 % + x',
  });
  expect(paths.submissionFrom(template)).toBe(
    '/submission?content=%23%201%0A50%20%25%20%2B%20x&category=CONTAINMENT%20PROTOCOL&title=%5BDraft%5D%20A%20%26%20B',
  );
});
