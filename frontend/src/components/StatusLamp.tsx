import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';

const { color } = theme;

interface LampProps {
  readonly bad?: boolean;
  /** Something is under way that should not take long. */
  readonly waiting?: boolean;
}

function colorOf({ bad = false, waiting = false }: LampProps): string {
  if (bad) return color.danger;
  return waiting ? color.warn : color.ok;
}

/** A lamp with its word. The color repeats what the word says. */
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
