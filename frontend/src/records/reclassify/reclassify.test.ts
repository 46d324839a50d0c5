import { factory } from '@/testing/factories';
import { consequenceOf, buttonState } from './reclassify';

const document = factory.document({ clearanceLevel: 2, category: 'ENTITY', submittedBy: 'author' });
const values = (level: string, category: string, reason: string) => ({ level, category, reason });

test.each([
  [values('2', 'ENTITY', 'It names the gate.'), 'Change level or category', false],
  [values('4', 'ENTITY', ' no '), 'Give a reason', false],
  [values('4', 'ENTITY', 'It names the gate.'), 'Reclassify to L4', true],
  [values('2', 'INCIDENT', 'It is one.'), 'Reclassify to INCIDENT', true],
  [values('4', 'INCIDENT', 'It is one.'), 'Reclassify to L4, INCIDENT', true],
])('the values %j give the button the label %p', (chosen, label, isReady) => {
  expect(buttonState(document, chosen)).toEqual({ label, isReady });
});

const accounts = [
  { id: 'author', clearanceLevel: 3, isApproved: true },
  { id: 'b', clearanceLevel: 2, isApproved: true },
  { id: 'c', clearanceLevel: 5, isApproved: true },
  { id: 'd', clearanceLevel: 1, isApproved: true },
  { id: 'e', clearanceLevel: 5, isApproved: false },
] as const;

test('counts the users who lose or gain access to the record', () => {
  expect(consequenceOf(document, 2, accounts)).toBeNull();
  expect(consequenceOf(document, 3, accounts)).toEqual({
    lead: 'RAISED FROM 2 TO 3.',
    text: '1 of the 3 accounts that can read it now loses access.',
    losesAuthor: false,
  });
  expect(consequenceOf(document, 4, accounts)).toEqual({
    lead: 'RAISED FROM 2 TO 4.',
    text: '2 of the 3 accounts that can read it now lose access.',
    losesAuthor: true,
  });
  expect(consequenceOf(document, 1, accounts)?.text).toBe('1 more account can read it.');
  expect(consequenceOf(document, 4, undefined)?.text).toBe('');
});
