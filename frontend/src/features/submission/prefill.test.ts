import { emptyRecord } from '@/text/recordText';
import { readPrefill, withoutPrefill } from './prefill';

test.each([
  ['', null],
  ['other=1', null],
  ['title=', emptyRecord],
  [
    `title=${encodeURIComponent('[Draft] 100 % & more')}&category=${encodeURIComponent('Containment Protocol')}` +
      `&content=${encodeURIComponent('# One\n\ntwo + three')}`,
    {
      ...emptyRecord,
      title: '[Draft] 100 % & more',
      category: 'CONTAINMENT PROTOCOL',
      content: '# One\n\ntwo + three',
    },
  ],
  ['content=%F0%9D%84%9E&category=POETRY', { ...emptyRecord, content: '𝄞' }],
])('%p', (query, expected) => {
  expect(readPrefill(new URLSearchParams(query))).toEqual(expected);
});

test('what was taken over leaves the address, the rest stays', () => {
  expect(withoutPrefill(new URLSearchParams('title=a&content=b&category=c&other=1')).toString()).toBe(
    'other=1',
  );
});
