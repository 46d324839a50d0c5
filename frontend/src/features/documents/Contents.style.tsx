import { useId, useRef } from 'react';
import styled from '@emotion/styled';
import { controlOf, pressedBy } from '@/keyboard/controls';
import { recordKeys } from '@/keyboard/keys';
import { PageLink } from '@/components/PageLink';
import { useIsBelowWide } from '@/components/useMedia';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, font, media } = theme;

export interface ContentsEntry {
  readonly id: string;
  readonly text: string;
  /** A subheading of an earlier entry. */
  readonly isInner: boolean;
}

const Column = styled.nav`
  grid-area: contents;
  position: sticky;
  top: 72px;
  max-height: calc(100dvh - 128px);
  overflow-y: auto;
  margin-top: 12px;
  border-left: 1px solid ${color.hair};
`;

const Head = styled.h2`
  padding-left: 16px;
  font: 400 12px/24px ${font.text};
  ${mixin.caps}
  color: ${color.muted};
`;

const Box = styled.nav`
  grid-area: contents;
  min-width: 0;
  border: 1px solid ${color.edge};

  summary {
    display: flex;
    gap: 12px;
    align-items: center;
    min-height: 42px;
    padding: 4px 16px;
    font: 400 14px/24px ${font.text};
    color: ${color.muted};
    cursor: pointer;
    list-style: none;
  }

  summary::before {
    content: '+' / '';
    width: 1ch;
    color: ${color.text};
  }

  details[open] > summary::before {
    content: '-' / '';
  }

  summary > span {
    flex: 1;
    min-width: 0;
    text-align: right;
    color: ${color.bright};
    ${mixin.cut}
  }

  summary:focus-visible {
    outline-offset: -2px;
  }

  ol {
    padding-bottom: 8px;
  }
`;

const Item = styled('li', omitProps('isInner'))<{ readonly isInner: boolean }>`
  a {
    display: block;
    padding: 4px 8px 4px ${({ isInner }) => (isInner ? 28 : 16)}px;
    font: 400 14px/24px ${font.text};
    color: ${color.muted};
    text-decoration: none;
  }

  a:hover {
    color: ${color.bright};
    background: ${color.raised};
  }

  a[aria-current] {
    color: ${color.bright};
    box-shadow: inset 3px 0 0 ${color.text};
  }

  a:focus-visible {
    outline-offset: -2px;
  }

  ${media.phone} {
    a {
      padding-top: 10px;
      padding-bottom: 10px;
    }
  }
`;

interface ContentsProps {
  readonly entries: readonly ContentsEntry[];
  /** Id of the heading in view. */
  readonly current: string | null;
}

function Entries({ entries, current, onFollow }: ContentsProps & { readonly onFollow?: () => void }) {
  return (
    <ol>
      {entries.map(({ id, text, isInner }) => (
        <Item key={id} isInner={isInner}>
          <PageLink target={id} aria-current={id === current ? 'location' : undefined} onClick={onFollow}>
            {text}
          </PageLink>
        </Item>
      ))}
    </ol>
  );
}

/**
 * The headings of a text as links, with the one in view marked: in a column beside the text, or collapsed above it
 * below 1100 pixels.
 */
export function Contents({ entries, current }: ContentsProps) {
  const isClosed = useIsBelowWide();
  const details = useRef<HTMLDetailsElement>(null);
  const id = useId();
  if (!isClosed) {
    return (
      <Column ref={pressedBy(recordKeys.contents)} aria-labelledby={id}>
        <Head id={id}>Contents</Head>
        <Entries entries={entries} current={current} />
      </Column>
    );
  }
  return (
    <Box ref={pressedBy(recordKeys.contents)} aria-label="Contents">
      <details ref={details}>
        <summary>
          Contents
          <span>{entries.find((entry) => entry.id === current)?.text}</span>
        </summary>
        <Entries
          entries={entries}
          current={current}
          onFollow={() => {
            if (details.current) details.current.open = false;
          }}
        />
      </details>
    </Box>
  );
}

/** Focuses the entry of the heading in view in the table of contents; does nothing without one. */
export function focusContents(): void {
  const contents = controlOf(recordKeys.contents);
  const details = contents?.querySelector('details');
  if (details) details.open = true;
  const link = contents?.querySelector<HTMLElement>('a[aria-current]') ?? contents?.querySelector('a');
  link?.focus();
}
