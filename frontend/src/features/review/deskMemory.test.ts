import { deskMemory, rememberDone } from './deskMemory';

test('the desk of one person remembers nothing of another', () => {
  rememberDone('first', 'case 1');
  deskMemory('first').pages.set('SUB', 'case 2');
  const remembered = (person: string) => [[...deskMemory(person).done], [...deskMemory(person).pages]];
  expect(remembered('first')).toEqual([['case 1'], [['SUB', 'case 2']]]);
  expect(remembered('second')).toEqual([[], []]);
  expect(remembered('first')).toEqual([[], []]);
});

test('the latest decided cases are remembered, and not every case ever decided', () => {
  for (let number = 1; number <= 1000; number += 1) rememberDone('reviewer', `case ${number}`);
  const { done } = deskMemory('reviewer');
  expect(done.size).toBe(200);
  expect(done).toContain('case 1000');
  expect(done).not.toContain('case 800');
});
