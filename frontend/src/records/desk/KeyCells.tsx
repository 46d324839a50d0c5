import styled from '@emotion/styled';
import { RadioButtons, type Choice, type RadioButtonsProps } from '@/components/form/RadioButtons';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Strip = styled.div`
  display: inline-flex;
`;

const Cell = styled.button`
  display: grid;
  place-items: center;
  min-width: 40px;
  height: 40px;
  margin-left: -1px;
  padding: 0 8px;
  font: ${font.strong};
  color: ${color.text};
  background: ${color.panel};
  border: 1px solid ${color.edge};
  cursor: pointer;

  &:first-of-type {
    margin-left: 0;
  }

  &:hover:not([aria-disabled]) {
    background: ${color.raised};
    color: ${color.bright};
  }

  &[aria-disabled] {
    color: ${color.muted};
    background: transparent;
    border-style: dashed;
    cursor: not-allowed;
  }

  &[aria-checked='true'],
  &[aria-checked='true']:hover:not([aria-disabled]) {
    color: ${color.onAccent};
    background: ${color.text};
    border: 1px solid ${color.text};
  }

  &:focus-visible {
    z-index: 1;
  }

  ${media.phone} {
    min-width: 44px;
    height: 44px;
  }
`;

interface Segment extends Choice {
  /** What the cell shows: one or two characters. */
  readonly label: string;
  /** What the choice means, for the name of the cell and its tooltip. */
  readonly meaning?: string | undefined;
}

interface KeyCellsProps extends Pick<RadioButtonsProps<Segment>, 'label' | 'value' | 'onValue' | 'ref'> {
  readonly segments: readonly Segment[];
}

/** A choice of a few values beside one another. */
export function KeyCells({ segments, ...group }: KeyCellsProps) {
  return (
    <RadioButtons {...group} choices={segments} tipOf={({ meaning }) => meaning} box={Strip} button={Cell}>
      {({ label, meaning }) => (
        <span>
          {label}
          {meaning !== undefined && <VisuallyHidden> {meaning}</VisuallyHidden>}
        </span>
      )}
    </RadioButtons>
  );
}
