import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { omitProps } from './omitProps';

const { color } = theme;

/** A lamp with its word. `bad` is the danger color; the word says it as well. */
export const StatusLamp = styled('span', omitProps('bad'))<{ readonly bad?: boolean }>`
  white-space: nowrap;
  text-transform: uppercase;

  &::before {
    content: '';
    display: inline-block;
    width: 8px;
    height: 8px;
    margin-right: 8px;
    background: ${({ bad }) => (bad ? color.danger : color.ok)};
    box-shadow: 0 0 6px ${({ bad }) => (bad ? color.danger : color.ok)};
  }
`;
