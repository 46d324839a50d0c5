import styled from '@emotion/styled';
import { clearanceLevels, clearanceName } from '@/lib/clearance';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { tip } from './tips';
import { VisuallyHidden } from './VisuallyHidden';

const { color, font } = theme;

const Box = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  font: ${font.badge};
  letter-spacing: 0.06em;
  color: ${color.bright};
  white-space: nowrap;
  /* Reset the hanging indent of lists, which would move the level over the previous word. */
  text-indent: 0;
`;

const Cells = styled.span`
  display: inline-flex;
  align-items: flex-end;
  gap: 2px;
  height: 10px;
`;

const Cell = styled('i', omitProps('on'))<{ readonly on: boolean }>`
  width: 3px;
  height: ${({ on }) => (on ? 10 : 3)}px;
  background: ${({ on }) => (on ? color.text : color.edge)};
`;

/** `L3` and five cells, three of them tall; read as "clearance level 3" by screen readers. */
export function LevelCells({ level }: { readonly level: number }) {
  return (
    <Box {...tip(`Clearance level ${level} of 5: ${clearanceName(level)}`)}>
      <span aria-hidden="true">L{level}</span>
      <VisuallyHidden>clearance level {level}</VisuallyHidden>
      <Cells aria-hidden="true">
        {clearanceLevels.map((step) => (
          <Cell key={step} on={step <= level} data-filled={step <= level || undefined} />
        ))}
      </Cells>
    </Box>
  );
}

const Ladder = styled.div`
  display: flex;
  gap: 4px;
`;

const Rung = styled('i', omitProps('on'))<{ readonly on: boolean }>`
  flex: 1;
  height: 16px;
  border: 1px solid ${({ on }) => (on ? color.text : color.edge)};
  background: ${({ on }) => (on ? color.text : 'transparent')};
`;

/** Five cells, filled to the level. */
export function ClearanceLadder({ level }: { readonly level: number }) {
  return (
    <Ladder data-screen-only role="img" aria-label={`Clearance level ${level} of 5, ${clearanceName(level)}`}>
      {clearanceLevels.map((step) => (
        <Rung key={step} on={step <= level} data-filled={step <= level || undefined} />
      ))}
    </Ladder>
  );
}
