import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Rows = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, max-content) minmax(0, 1fr);
  gap: 8px 24px;
  font: ${font.dense};
  color: ${color.muted};

  pre {
    margin: 0;
    white-space: pre-wrap;
    color: ${color.bright};
  }

  ${media.phone} {
    grid-template-columns: minmax(0, 1fr);
    gap: 0;

    dd {
      margin-bottom: 12px;
    }
  }
`;

const rows: readonly (readonly [typed: string, what: string])[] = [
  ['## Heading', 'Heading; more # make smaller ones'],
  ['**bold**, *italic*', 'Emphasis'],
  ['- item\n1. item\n- [ ] task', 'Lists; Enter continues one, and Enter on an empty item ends it'],
  ['> quote', 'Quote'],
  [
    '[[Title]], [[#heading]]\n[[Title#heading|words]]',
    'Link to a record or a heading. In tables type \\| for |.',
  ],
  ['[words](https://…)', 'Link to an address'],
  ['`code`\n```\nlines\n```', 'Text as typed'],
  ['| Hour | Answer |\n| --- | --- |\n| 02:14 | none |', 'Table'],
  [
    ':::level 4\nlines\n:::',
    'Passage for a higher level: readers below level 4 see bars in its place. Put each mark on a line of its own without ' +
      'blanks.',
  ],
  [
    'The key is {{4|under the mat}}.',
    'Passage within a line. The level is 1 to 5, at least that of the record. Passages do not nest. You cannot read a ' +
      'passage above your own level after you have sent it.',
  ],
  ['\\*', 'The sign itself'],
];

/** What can be typed in a text, and what it becomes. */
export function MarkdownHelp() {
  return (
    <Rows>
      {rows.map(([typed, what]) => (
        <div key={typed} style={{ display: 'contents' }}>
          <dt>
            <pre>{typed}</pre>
          </dt>
          <dd>{what}</dd>
        </div>
      ))}
    </Rows>
  );
}
