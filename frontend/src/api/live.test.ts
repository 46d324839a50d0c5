import { isAboutContent, readAnnouncement, tagsOf, topics, type Topic } from './live';

const at = Date.parse('2026-03-14T09:26:53.000Z');

test.each([
  [
    { type: 'content_updated', topics: ['documents'], timestamp: '2026-03-14T09:26:53.000Z' },
    { topics: ['documents'], at },
  ],
  [{ type: 'content_updated' }, { topics, at: null }],
  [
    { type: 'content_updated', topics: ['documents', 'weather'], timestamp: 'soon' },
    { topics, at: null },
  ],
  [{ type: 'hello' }, null],
  [null, null],
  ['{', null],
])('%j is read as %j', (message, expected) => {
  expect(readAnnouncement(typeof message === 'string' ? message : JSON.stringify(message))).toEqual(expected);
});

test('data that is not text is not a message', () => {
  expect(readAnnouncement(new Uint8Array(4))).toBeNull();
});

const list = { type: 'User', id: 'LIST' };

test.each<[Topic, unknown[]]>([
  ['documents', ['Document', 'DocumentEdit', 'DocumentComment', 'Trash', 'Archive', 'Board', 'News']],
  ['comments', ['DocumentComment', 'Board', 'Mail', 'News']],
  ['edits', ['Submission', 'DocumentEdit', 'Board', 'Reminder', 'Mail', 'News']],
  ['submissions', ['Submission', 'Board', 'Reminder', 'Mail', 'News']],
  ['archive', ['Document', 'Archive', 'Board', 'Reminder', 'Mail', 'News']],
  ['users', [list, 'Board', 'Security', 'Mail']],
  ['settings', ['SiteLock']],
  ['security', [list, 'Security', 'Mail', 'News']],
])('a change of %s invalidates %j', (topic, tags) => {
  expect(tagsOf([topic])).toEqual(tags);
});

test.each<[Topic[], boolean]>([
  [['documents'], true],
  [['users', 'submissions'], true],
  [['users'], false],
  [['settings', 'security'], false],
])('whether %j concern shared content is %p', (news, expected) => {
  expect(isAboutContent(news)).toBe(expected);
});
