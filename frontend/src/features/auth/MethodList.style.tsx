import { useId } from 'react';
import styled from '@emotion/styled';
import { Radios } from '@/components/form/RadioGroup';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

/**
 * The choice of methods with help below it, and the field beside both. In one column the field comes before the help,
 * because it is the purpose of the screen.
 */
export const EntryColumns = styled.div`
  display: grid;
  grid-template-columns: 384px minmax(0, 1fr);
  grid-template-rows: auto 1fr;
  gap: 24px;
  align-items: start;

  > [data-part='code'] {
    grid-column: 2;
    grid-row: 1 / 3;
  }

  ${theme.media.belowTablet} {
    grid-template-columns: minmax(0, 1fr);
    grid-template-rows: none;

    > [data-part='code'] {
      grid-column: 1;
      grid-row: 2;
    }
  }
`;

const Group = styled.fieldset`
  min-width: 0;
  margin: 0 calc(-1 * ${length.inset});
  padding: 0;
  border: 0;
`;

const Line = styled.label`
  position: relative;
  display: grid;
  grid-template-columns: 16px minmax(0, 1fr);
  gap: 0 16px;
  min-height: 72px;
  padding: 12px ${length.inset};
  cursor: pointer;

  & + &::before {
    ${mixin.rule}
  }

  &:has(:checked) {
    background: ${color.raised};
    box-shadow: inset 4px 0 0 ${color.text};
  }

  &:has(:checked)::before,
  &:has(:checked) + &::before {
    content: none;
  }

  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: -2px;
  }

  &:has(:disabled) {
    cursor: not-allowed;
  }

  ${media.phone} {
    min-height: 48px;
  }
`;

const Box = styled.i`
  width: 16px;
  height: 16px;
  margin-top: 4px;
  background: ${color.raised};
  border: 1px solid ${color.edge};

  input:checked + & {
    box-shadow:
      inset 0 0 0 3px ${color.raised},
      inset 0 0 0 16px ${color.text};
  }

  input:disabled + & {
    border-style: dashed;
  }
`;

const Words = styled.span`
  display: grid;
  font: ${font.dense};
  color: ${color.muted};

  > b {
    font: ${font.body};
    color: ${color.text};
  }

  input:checked ~ & > b {
    font-weight: 600;
    color: ${color.bright};
  }

  input:disabled ~ & > b {
    color: ${color.muted};
  }

  ${media.phone} {
    input:not(:checked, :disabled) ~ & > :last-child {
      display: none;
    }
  }
`;

interface MethodListProps<Value extends string> {
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly hint: string;
    /** It cannot be chosen; the hint gives the reason. */
    readonly disabled?: boolean;
  }[];
  readonly value: Value;
  /** `byPointer` means that the choice is final and the focus may move on. */
  readonly onChange: (value: Value, byPointer: boolean) => void;
}

/** A choice of options in a column, each with a hint. */
export function MethodList<Value extends string>(props: MethodListProps<Value>) {
  const { onChange, ...group } = props;
  const id = useId();
  const idOf = ({ value }: { readonly value: Value }) => `${id}-${value}`;
  return (
    <Group>
      <Radios
        {...group}
        onChange={(value) => onChange(value, false)}
        onPoint={(value) => onChange(value, true)}
        describedBy={idOf}
      >
        {(option, input) => (
          <Line>
            {input}
            <Box aria-hidden="true" />
            <Words>
              <b>{option.label}</b>
              <span id={idOf(option)}>{option.hint}</span>
            </Words>
          </Line>
        )}
      </Radios>
    </Group>
  );
}
