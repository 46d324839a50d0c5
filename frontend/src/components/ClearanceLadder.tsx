import styled from '@emotion/styled';
import { clearanceLevels, clearanceName } from '@/lib/clearance';
import { theme } from '@/theme/theme';
import { omitProps } from './omitProps';

const { color } = theme;

const Cells = styled.div`
  display: flex;
  gap: 4px;
`;

const Cell = styled('i', omitProps('on'))<{ readonly on: boolean }>`
  flex: 1;
  height: 16px;
  border: 1px solid ${({ on }) => (on ? color.text : color.edge)};
  background: ${({ on }) => (on ? color.text : 'transparent')};
`;

/** Five cells, filled to the level. */
export function ClearanceLadder({ level }: { readonly level: number }) {
  return (
    <Cells data-screen-only role="img" aria-label={`Clearance level ${level} of 5, ${clearanceName(level)}`}>
      {clearanceLevels.map((step) => (
        <Cell key={step} on={step <= level} data-filled={step <= level || undefined} />
      ))}
    </Cells>
  );
}
