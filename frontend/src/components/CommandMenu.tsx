import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { Link } from 'react-router-dom';
import { theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const List = styled.ol`
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

  &:hover, &:focus-visible {
    background: ${color.text};
    color: ${color.onAccent};
    b, small, span:first-of-type { color: inherit; }
  }

  ${media.phone} {
    min-height: 44px;
  }
`;

const EntryLink = styled(Link)(entryStyle);
const EntryButton = styled.button(entryStyle);

export interface MenuEntry {
  readonly name: string;
  readonly hint: string;
  /** The hint needs somebody, so it is brighter. */
  readonly hot?: boolean;
  /** Where it leads, or what it does. */
  readonly action: { readonly path: string } | (() => void);
}

function Words({
  number,
  name,
  hint,
  hot,
}: {
  readonly number: number;
  readonly name: string;
  readonly hint: string;
  readonly hot: boolean;
}): ReactNode {
  return (
    <>
      <span aria-hidden="true">[{number}]</span>
      <b>{name}</b>
      <small {...(hot ? { 'data-hot': true } : {})}>{hint}</small>
    </>
  );
}

/** The numbered menu. The number is a key to press as well. */
export function CommandMenu({ entries }: { readonly entries: readonly MenuEntry[] }) {
  return (
    <List>
      {entries.map(({ name, hint, hot = false, action }, index) => (
        <li key={name}>
          {typeof action === 'function' ? (
            <EntryButton type="button" aria-keyshortcuts={String(index + 1)} onClick={action}>
              <Words number={index + 1} name={name} hint={hint} hot={hot} />
            </EntryButton>
          ) : (
            <EntryLink to={action.path} aria-keyshortcuts={String(index + 1)}>
              <Words number={index + 1} name={name} hint={hint} hot={hot} />
            </EntryLink>
          )}
        </li>
      ))}
    </List>
  );
}
