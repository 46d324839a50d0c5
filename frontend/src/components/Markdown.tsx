import styled from '@emotion/styled';
import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize, { defaultSchema } from 'rehype-sanitize';
import { theme } from '@/theme/theme';
import { readGfm } from './readGfm';

const { color, font } = theme;

const Box = styled.div`
  max-width: 76ch;

  > * {
    margin-top: 16px;
    margin-bottom: 0;
  }

  h2,
  h3,
  h4,
  h5,
  h6 {
    font: 600 16px/24px ${font.text};
    color: ${color.bright};
    margin-top: 24px;
  }

  > :first-child {
    margin-top: 0;
  }

  h2 {
    font-size: 18px;
    text-transform: uppercase;
    letter-spacing: 0.06em;
  }

  ul,
  ol {
    padding-left: 3ch;
  }

  ul {
    list-style: square;
  }

  ol {
    list-style: decimal;
  }

  blockquote {
    margin-left: 0;
    margin-right: 0;
    padding-left: 16px;
    border-left: 4px solid ${color.edge};
    color: ${color.muted};
  }

  code {
    font: ${font.dense};
    background: ${color.raised};
    padding: 0 4px;
  }

  pre {
    overflow-x: auto;
    padding: 12px;
    background: ${color.raised};
    border: 1px solid ${color.hair};
  }

  pre code {
    padding: 0;
  }

  table {
    display: block;
    overflow-x: auto;
    border-collapse: collapse;
    font: ${font.dense};
  }

  th,
  td {
    border: 1px solid ${color.hair};
    padding: 4px 8px;
    text-align: left;
  }

  th {
    /* A column of numbers would otherwise break the word above it; a wide table scrolls. */
    overflow-wrap: break-word;
  }

  hr {
    border: 0;
    border-top: 1px dashed ${color.edge};
  }

  strong {
    color: ${color.bright};
  }
`;

/** The screen has its `h1`, so a document's headings start one lower. Pictures from elsewhere are not loaded. */
const components: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  h2: ({ children }) => <h3>{children}</h3>,
  h3: ({ children }) => <h4>{children}</h4>,
  h4: ({ children }) => <h5>{children}</h5>,
  h5: ({ children }) => <h6>{children}</h6>,
  // A link within the document (a footnote and its way back) stays on the page; every other leaves the terminal.
  a: ({ href, children, id, 'aria-label': label, 'aria-describedby': describedBy }) =>
    href?.startsWith('#') === true ? (
      <a id={id} href={href} aria-label={label} aria-describedby={describedBy}>
        {children}
      </a>
    ) : (
      <a href={href} rel="noopener noreferrer nofollow" target="_blank">
        {children}
      </a>
    ),
  img: ({ alt }) => <span>[{alt ?? 'picture'}]</span>,
  // Focusable, so that a wide block can be scrolled with the keyboard.
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
};

/**
 * Footnotes get their prefix from the Markdown reader. A second one from the sanitizer would part the links from what they
 * lead to; no other ids can occur, because raw HTML is not read.
 */
const schema = { ...defaultSchema, clobberPrefix: '' };

/** A document's text: Markdown without raw HTML, cleaned. `MarkdownText` fetches it. */
export function Markdown({ text }: { readonly text: string }) {
  return (
    <Box>
      <ReactMarkdown
        remarkPlugins={[readGfm]}
        rehypePlugins={[[rehypeSanitize, schema]]}
        components={components}
      >
        {text}
      </ReactMarkdown>
    </Box>
  );
}
