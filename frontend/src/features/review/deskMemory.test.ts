import { deskMemory, rememberDone, rememberPage } from './deskMemory';

test('the desk of one person remembers nothing of another', () => {
  rememberDone('first', 'case 1');
  rememberPage('first', 'case 2');
  expect(deskMemory('first')).toEqual({ done: new Set(['case 1']), lastPage: 'case 2' });
  expect(deskMemory('second')).toEqual({ done: new Set(), lastPage: '' });
  expect(deskMemory('first')).toEqual({ done: new Set(), lastPage: '' });
});

test('the latest decided cases are remembered, and not every case ever decided', () => {
  for (let number = 1; number <= 1000; number += 1) rememberDone('reviewer', `case ${number}`);
  const { done } = deskMemory('reviewer');
  expect(done.size).toBe(200);
  expect(done).toContain('case 1000');
  expect(done).not.toContain('case 800');
});
