import { readRecordState, type RecordState } from './recordState';

const state: RecordState = {
  person: 'one',
  marked: 'red door',
  list: { entry: 'abc', search: 'q=red+door&sort=newest', index: 61 },
};

test('the user who opened the record gets their list and search back', () => {
  expect(readRecordState(JSON.parse(JSON.stringify(state)), 'one')).toEqual(state);
});

test('another user gets neither list nor search', () => {
  expect(readRecordState(state, 'two')).toEqual({ person: 'two', marked: null, list: null });
});

test.each([
  [null],
  ['state'],
  [{ person: 'one' }],
  [{ ...state, marked: 7, list: { entry: 'abc', search: 'q=x', index: 'first' } }],
  [{ ...state, marked: undefined, list: { entry: 'abc', search: 'q=x', index: 0.5 } }],
  [{ ...state, marked: [], list: [] }],
])('the state %j has no list position', (odd) => {
  expect(readRecordState(odd, 'one')).toEqual({ person: 'one', marked: null, list: null });
});
