import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { Link } from '@/router/Link';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const List = styled('ol', omitProps('inPairs'))<{ readonly inPairs: boolean }>`
  margin: 0 calc(-1 * ${length.inset});

  li {
    position: relative;
  }

  li + li::before {
    content: '';
    position: absolute;
    inset: 0 ${length.inset} auto;
    border-top: 1px dashed ${color.hair};
  }

  ${media.phone} {
    ${({ inPairs }) => (inPairs ? pairs : lines)}
  }
`;

/** Two columns; the last of an odd number of entries takes both. */
const pairs = `
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(156px, 1fr));
  gap: 1px;
  margin-bottom: -16px;
  background: ${color.hair};
  border-top: 1px solid ${color.hair};

  li {
    background: ${color.panel};
  }

  li + li::before {
    content: none;
  }

  li:last-child:nth-child(odd) {
    grid-column: 1 / -1;
  }

  li > * {
    grid-template-columns: 3ch minmax(0, 1fr);
    gap: 0 6px;
    min-height: 50px;
    padding: 5px 4px 5px 10px;
    font-size: 12px;
    line-height: 20px;
  }

  li b {
    font-size: 14px;
  }

  li small {
    grid-column: 2;
    overflow: hidden;
    font-size: 12px;
    line-height: 16px;
    text-align: left;
    text-overflow: ellipsis;
    white-space: nowrap;
  }

  li:last-child:nth-child(odd) > * {
    grid-template-columns: 3ch auto minmax(0, 1fr);
    min-height: 44px;
    padding-right: 12px;
  }

  li:last-child:nth-child(odd) small {
    grid-column: 3;
    text-align: right;
  }
`;

/** Full-width rows for touch. */
const lines = `
  li > * {
    min-height: 52px;
  }

  li + li::before {
    inset-inline: 0;
    border-top-style: solid;
  }
`;

const entryStyle = `
  display: grid;
  gap: 8px;
  align-items: center;
  width: 100%;
  min-height: 40px;
  padding: 8px ${length.inset};
  border: 0;
  background: none;
  text-align: left;
  text-decoration: none;
  cursor: pointer;
  font: ${font.body};

  grid-template-columns: 4ch auto minmax(0, 1fr);
  b { font-weight: 600; color: ${color.bright}; white-space: nowrap; }
  span:first-of-type { color: ${color.accent}; font-weight: 600; }
  small { font: ${font.dense}; color: ${color.muted}; text-align: right; }
  small[data-hot] { color: ${color.bright}; }

  &[aria-current] { background: ${color.raised}; box-shadow: inset 3px 0 0 ${color.text}; }

  &:hover, &:focus-visible {
    background: ${color.text};
    color: ${color.onAccent};
    b, small, span:first-of-type { color: inherit; }
  }
`;

const EntryLink = styled(Link)(entryStyle);
const EntryButton = styled.button(entryStyle);

export interface MenuEntry {
  readonly name: string;
  readonly hint: string;
  /** The hint asks for action, so it is highlighted. */
  readonly hot?: boolean;
  /** Whether the entry has a number, which is its key. The default is true. */
  readonly isNumbered?: boolean;
  readonly action: { readonly path: string } | (() => void);
}

function Words({
  number,
  name,
  hint,
  hot,
}: {
  readonly number: number | null;
  readonly name: string;
  readonly hint: string;
  readonly hot: boolean;
}): ReactNode {
  return (
    <>
      <span aria-hidden="true">{number !== null && `[${number}]`}</span>
      <b>{name}</b>
      <small {...(hot ? { 'data-hot': true } : {})}>{hint}</small>
    </>
  );
}

interface CommandMenuProps {
  readonly entries: readonly MenuEntry[];
  /** The entry of the current screen. */
  readonly current?: string | undefined;
  /** On a phone, two entries in a row. */
  readonly inPairs?: boolean;
}

/** The number of each entry; `null` for one without. */
function numbersOf(entries: readonly MenuEntry[]): readonly (number | null)[] {
  let last = 0;
  return entries.map(({ isNumbered = true }) => (isNumbered ? (last += 1) : null));
}

/** The numbered menu. Each number is also a key. */
export function CommandMenu({ entries, current, inPairs = false }: CommandMenuProps) {
  const numbers = numbersOf(entries);
  return (
    <List inPairs={inPairs}>
      {entries.map(({ name, hint, hot = false, action }, index) => {
        const number = numbers[index] ?? null;
        const keys = number === null ? undefined : String(number);
        const words = <Words number={number} name={name} hint={hint} hot={hot} />;
        return (
          <li key={name}>
            {typeof action === 'function' ? (
              <EntryButton type="button" aria-keyshortcuts={keys} onClick={action}>
                {words}
              </EntryButton>
            ) : (
              <EntryLink
                to={action.path}
                aria-keyshortcuts={keys}
                aria-current={name === current ? 'page' : undefined}
              >
                {words}
              </EntryLink>
            )}
          </li>
        );
      })}
    </List>
  );
}
