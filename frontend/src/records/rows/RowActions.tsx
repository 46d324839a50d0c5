import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { tip } from '@/components/tips';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';

const { color, media } = theme;

/** Without a hovering pointer, and on a phone, the actions are behind the menu of their row. */
const noHover = '@media (hover: none)';

/**
 * The actions of a row, over its right end. They are visible while the pointer is over the row or the focus is in it.
 * On a touch screen and on a phone they are below the row while its menu is open.
 */
export const RowActions = styled('div', omitProps('open'))<{ readonly open: boolean }>`
  position: absolute;
  z-index: 1;
  top: 0;
  right: 24px;
  display: flex;
  gap: 8px;
  padding-left: 24px;
  background: ${color.raised};
  opacity: 0;

  article:hover > &,
  article:focus-within > & {
    opacity: 1;
  }

  > * {
    padding-block: 4px;
  }

  ${noHover} {
    display: none;
  }

  ${media.phone} {
    display: none;
  }

  ${({ open }) =>
    open
      ? `
  ${noHover} { ${belowRow} }
  ${media.phone} { ${belowRow} }`
      : ''}
`;

const belowRow = `
    position: static;
    grid-column: 1 / -1;
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(88px, 1fr));
    padding: 8px 0 4px;
    opacity: 1;
`;

const Menu = styled.button`
  position: relative;
  z-index: 1;
  display: none;
  width: 44px;
  height: 44px;
  margin: -10px -12px -10px 0;
  padding: 0;
  color: ${color.text};
  ${mixin.bare}
  cursor: pointer;

  ${noHover} {
    display: block;
  }

  ${media.phone} {
    display: block;
  }
`;

interface RowMenuProps {
  /** Accessible name of the button, such as `Actions for The orchard`. */
  readonly label: string;
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** Opens the actions of a row on devices without a hovering pointer. */
export function RowMenu({ label, open, onToggle }: RowMenuProps): ReactNode {
  return (
    <Menu
      type="button"
      data-cell="menu"
      aria-label={label}
      {...tip(label)}
      aria-expanded={open}
      onClick={onToggle}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" fill="currentColor" aria-hidden="true">
        <path d="M7 2h2v2H7zM7 7h2v2H7zM7 12h2v2H7z" />
      </svg>
    </Menu>
  );
}
