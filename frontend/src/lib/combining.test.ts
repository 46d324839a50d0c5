import { combiningRuns } from './combining';

test('long runs of combining marks are cut without losing text', () => {
  const text = `a${'\u0301'.repeat(120)}b\u0301`;
  const runs = combiningRuns(text);
  expect(runs.join('')).toBe(text);
  expect(runs.map((run) => run.length)).toEqual([1, 50, 0, 50, 22]);
  expect(combiningRuns('e\u0301te\u0301')).toHaveLength(1);
});
