import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color } = theme;

interface LampProps {
  readonly bad?: boolean;
  /** A short operation is running. */
  readonly waiting?: boolean;
}

function colorOf({ bad = false, waiting = false }: LampProps): string {
  if (bad) return color.danger;
  return waiting ? color.warn : color.ok;
}

/** A lamp with its word. The color only repeats the word. */
export const StatusLamp = styled('span', omitProps('bad', 'waiting'))<LampProps>`
  white-space: nowrap;
  text-transform: uppercase;

  &::before {
    content: '';
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-right: 8px;
    background: ${colorOf};
    box-shadow: 0 0 6px ${colorOf};
  }
`;
