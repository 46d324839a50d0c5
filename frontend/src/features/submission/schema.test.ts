import { textLimits } from '@/lib/recordText';
import { categoryOf } from '@/lib/categories';
import {
  checkSubmission,
  emptyValues,
  isBlank,
  isMissing,
  valuesToSend,
  type SubmissionValues,
} from './schema';

const whole: SubmissionValues = {
  title: 'The lighthouse',
  category: 'ENTITY',
  content: 'It answers.',
  release: '',
  files: [],
};

function problems(over: Partial<SubmissionValues>) {
  return Object.values(checkSubmission({ ...whole, ...over }));
}

test.each([
  [{}, []],
  [{ title: ' ' }, ['Title is required']],
  [{ title: '𝄞'.repeat(textLimits.title) }, []],
  [{ title: 'x'.repeat(textLimits.title + 1) }, ['Title must be at most 200 characters']],
  [{ title: 'one\ntwo' }, ['Title must not contain control characters: character 4 is U+000A']],
  [{ title: '\u200F\u2800' }, ['Title is required']],
  [{ title: 'می\u200Cخواهم' }, []],
  [{ title: '', category: 'INCIDENT' }, []],
  [{ title: 'x'.repeat(textLimits.title + 1), category: 'INCIDENT' }, []],
  [{ category: '' }, ['Category is required']],
  [{ category: 'ADDENDUM' }, ['Category is required']],
  [{ category: 'CONTAINMENT PROTOCOL' }, []],
  [{ content: '\n\t ' }, ['Content is required']],
  [{ content: 'one\r\n\ttwo' }, []],
  [{ content: 'bell\u0007' }, ['Content must not contain control characters: line 1, column 5 is U+0007']],
  [{ content: 'x'.repeat(textLimits.content) }, []],
  [{ release: '2199-01-01T10:30' }, []],
  [{ release: '2001-01-01T10:30' }, ['The release date must be in the future']],
  [{ content: 'x'.repeat(textLimits.content + 1) }, ['Content must be at most 200,000 characters']],
])('%#', (over, expected) => {
  expect(problems(over)).toEqual(expected);
});

test.each([
  ['entity', 'ENTITY'],
  [' Containment Protocol ', 'CONTAINMENT PROTOCOL'],
  ['POETRY', undefined],
  ['', undefined],
])('category %p', (word, expected) => {
  expect(categoryOf(word)).toBe(expected);
});

test.each([
  [whole, false, false],
  [{ ...whole, title: ' ' }, true, false],
  [{ ...whole, title: '', category: 'INCIDENT' }, false, false],
  [{ title: '', category: '', content: '\n', release: '', files: [] }, true, true],
  [{ ...whole, title: '', category: '', content: '', release: '2026-12-01T10:30' }, true, false],
  [{ ...emptyValues, files: [{ key: 'a', fileId: null, name: 'a.md', size: 1 }] }, true, false],
])('%p: missing %p, blank %p', (values, missing, blank) => {
  expect([isMissing(values), isBlank(values)]).toEqual([missing, blank]);
});

test('the title of an incident is not the typed one, because the server assigns it', () => {
  expect(valuesToSend({ ...whole, category: 'INCIDENT' }).title).toBe('Incident report');
  expect(valuesToSend(whole)).toBe(whole);
});
