import { factory } from '@/testing/factories';
import { withHeld } from './held';

const day = (number: number) => factory.submission({ createdAt: `2026-03-0${number}T00:00:00.000Z` });
const [first, second, third] = [day(1), day(2), day(3)];

test('what holds nothing is shown as the queue has it', () => {
  expect(withHeld([first, second], [])).toEqual([
    { submission: first, overtaken: null },
    { submission: second, overtaken: null },
  ]);
});

test.each([
  [[first, third], 1],
  [[], 0],
  [[first], 1],
])('what was decided elsewhere keeps its place by age', (queue, place) => {
  expect(withHeld(queue, [second])[place]).toEqual({ submission: second, overtaken: 'decided' });
});

test('a step taken elsewhere does not change what is open here', () => {
  const later = { ...second, approvalStep: 2 };
  expect(withHeld([first, later], [second])[1]).toEqual({ submission: second, overtaken: 'step' });
  expect(withHeld([first, { ...second, title: 'New' }], [second])[1]?.submission.title).toBe('New');
});
