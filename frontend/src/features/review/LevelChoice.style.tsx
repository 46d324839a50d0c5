import styled from '@emotion/styled';
import type { Choice, RadioButtonsProps } from '@/components/form/RadioButtons';
import { clearanceLevels, clearanceName } from '@/lib/clearance';
import { KeyCells } from '@/records/desk/KeyCells';
import { mixin, theme } from '@/theme/theme';

const { color, font, media } = theme;

const Box = styled.div`
  display: flex;
  gap: 12px;
  align-items: center;
  height: 40px;

  ${media.phone} {
    gap: 8px;
    height: auto;
  }
`;

const Word = styled.span`
  flex: none;
  white-space: nowrap;
  font: 400 12px/24px ${font.text};
  ${mixin.caps}
  color: ${color.muted};

  ${media.phone} {
    display: none;
  }
`;

const Name = styled(Word)`
  color: ${color.bright};
`;

interface LevelChoiceProps extends Pick<RadioButtonsProps<Choice>, 'value' | 'onValue' | 'ref'> {
  /** The levels that the reviewer may assign. */
  readonly levels: readonly number[];
  /** The level that an earlier step assigned; `null` at the first step. */
  readonly assigned: number | null;
}

function whyNot(levels: readonly number[], assigned: number | null): string {
  if (assigned !== null) return 'An earlier step has assigned the level.';
  return levels.length === 0
    ? 'You cannot approve this submission.'
    : `You can assign up to level ${Math.max(...levels)}.`;
}

/** The level that an approval assigns: one of five, by key 1 to 5. Levels out of the reviewer's reach are disabled. */
export function LevelChoice({ value, onValue, ref, levels, assigned }: LevelChoiceProps) {
  const level = assigned ?? Number(value);
  return (
    <Box>
      <Word aria-hidden="true">Level</Word>
      <KeyCells
        ref={ref}
        label="Clearance level"
        segments={clearanceLevels.map((each) => ({
          value: String(each),
          label: String(each),
          meaning: clearanceName(each),
          why: levels.includes(each) ? undefined : whyNot(levels, assigned),
        }))}
        value={assigned === null ? value : String(assigned)}
        onValue={onValue}
      />
      {level > 0 && <Name aria-hidden="true">{clearanceName(level)}</Name>}
    </Box>
  );
}
