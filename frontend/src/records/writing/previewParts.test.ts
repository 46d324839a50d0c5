import { previewParts } from './previewParts';

const paragraph = (name: string) => `${name} ${'word '.repeat(400)}`.trim();
const long = Array.from({ length: 20 }, (_one, index) => paragraph(`Paragraph ${index}`)).join('\n\n');

test('a short text is one part', () => {
  expect(previewParts('# One\n\nTwo')).toEqual(['# One\n\nTwo']);
});

test('a long text is split between paragraphs without losing text', () => {
  const parts = previewParts(long);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts.join('')).toBe(long);
  expect(parts.every((part) => part.startsWith('Paragraph'))).toBe(true);
});

test('a change in one paragraph changes only one part', () => {
  const before = previewParts(long);
  const after = previewParts(long.replace('Paragraph 3', 'Paragraph three'));
  expect(after.filter((part, index) => part !== before[index])).toHaveLength(1);
});

test.each([
  ['a list', 'text\n\n'.repeat(900) + '- item\n\n  continued\n\n'.repeat(900)],
  ['a passage with a level', `:::level 4\n${'Line\n\n'.repeat(4000)}:::`],
  ['a fenced block', `\`\`\`\n${'Line\n\n'.repeat(4000)}\`\`\``],
])('%s is not split inside', (_name, text) => {
  for (const part of previewParts(text).slice(1)) expect(part).toMatch(/^text/);
});

test.each(['[1]: https://example.org', '[^1]: A note.', '  ```'])('a text with %p is one part', (line) => {
  expect(previewParts(`${long}\n\n${line}\n`)).toHaveLength(1);
});
