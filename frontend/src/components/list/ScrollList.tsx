import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { useListKeys } from './rowKeys';

const Box = styled('div', omitProps('tall'))<{ readonly tall: boolean }>`
  max-height: ${({ tall }) => (tall ? 'calc(100dvh - 320px)' : '448px')};
  overflow-y: auto;

  &:focus-visible,
  [data-stop]:focus-visible {
    outline-offset: -2px;
  }

  ${theme.media.phone} {
    max-height: 60vh;
  }
`;

interface ScrollListProps {
  readonly label: string;
  /** It is the only list of its screen and takes its full height. */
  readonly tall?: boolean;
  /** The rows, each an `li`. Keys move between those whose `data-row` contains their index. */
  readonly children: ReactNode;
}

/** A list that scrolls on its own beyond a certain height. It is focusable, so that keys can scroll it. */
export function ScrollList({ label, tall = false, children }: ScrollListProps) {
  const { list, onKeyDown } = useListKeys();
  return (
    // Scrolling by keys needs the focus (WCAG 2.1.1).
    <Box ref={list} tall={tall} tabIndex={0} role="group" aria-label={label} onKeyDown={onKeyDown}>
      <ul>{children}</ul>
    </Box>
  );
}
