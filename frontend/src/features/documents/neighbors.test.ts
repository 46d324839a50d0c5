import { factory } from '@/testing/factories';
import { neighborsIn, type NeighborSlot } from './neighbors';

const list = Array.from({ length: 10 }, (_row, index) => factory.summary({ id: `r${index}` }));

/** The ids of the neighbors with their rows. */
function around(id: string, index: number, { reach = 5, loaded = list.length, rows = list } = {}) {
  const itemAt = (row: number) => (row < loaded ? rows[row] : undefined);
  const { previous, next, isLost } = neighborsIn(itemAt, rows.length, { id, index, reach });
  const read = (beside: NeighborSlot) =>
    typeof beside === 'string' ? beside : `${beside.document.id}@${beside.index}`;
  return [read(previous), read(next), ...(isLost ? ['lost'] : [])];
}

test('returns the rows before and after a record, and the ends of the list', () => {
  expect(around('r4', 4)).toEqual(['r3@3', 'r5@5']);
  expect(around('r0', 0)).toEqual(['end', 'r1@1']);
  expect(around('r9', 9)).toEqual(['r8@8', 'end']);
});

test('a record that moved is found at its new row', () => {
  expect(around('r4', 2)).toEqual(['r3@3', 'r5@5']);
  expect(around('r4', 7)).toEqual(['r3@3', 'r5@5']);
  expect(around('r9', 2, { reach: 60 })).toEqual(['r8@8', 'end']);
});

test('a record that left the list has the rows around its old row', () => {
  expect(around('gone', 4)).toEqual(['r3@3', 'r4@4', 'lost']);
  expect(around('gone', 0)).toEqual(['end', 'r0@0', 'lost']);
  expect(around('gone', 99)).toEqual(['r9@9', 'end', 'lost']);
  expect(around('gone', 0, { rows: [] })).toEqual(['end', 'end', 'lost']);
});

test('rows that are not loaded are reported as waiting', () => {
  expect(around('r4', 4, { loaded: 5 })).toEqual(['r3@3', 'waiting']);
  // The record may be among the rows that are not loaded.
  expect(around('r7', 4, { loaded: 5 })).toEqual(['waiting', 'waiting']);
  expect(neighborsIn(() => undefined, undefined, { id: 'r1', index: 1, reach: 5 })).toEqual({
    previous: 'waiting',
    next: 'waiting',
    isLost: false,
  });
});
