import { useId } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const Group = styled.fieldset`
  min-width: 0;
  margin: 0 calc(-1 * ${length.inset});
  padding: 0;
  border: 0;
`;

const Legend = styled.legend`
  position: absolute;
  width: 1px;
  height: 1px;
  overflow: hidden;
  clip-path: inset(50%);
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
    content: '';
    position: absolute;
    inset: 0 ${length.inset} auto;
    border-top: 1px dashed ${color.hair};
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

const Input = styled.input`
  position: absolute;
  inset: 0;
  margin: 0;
  opacity: 0;
  cursor: inherit;
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
    /** It cannot be chosen; the hint says why. */
    readonly disabled?: boolean;
  }[];
  readonly value: Value;
  /** Whether it was chosen with a pointer, after which the group has done its work. */
  readonly onChange: (value: Value, byPointer: boolean) => void;
}

/** One of a few ways, one under another, each with a remark. */
export function MethodList<Value extends string>(props: MethodListProps<Value>) {
  const { label, options, value, onChange } = props;
  const group = useId();
  return (
    <Group>
      <Legend>{label}</Legend>
      {options.map((option) => (
        <Line key={option.value}>
          <Input
            type="radio"
            name={group}
            aria-label={option.label}
            aria-describedby={`${group}-${option.value}`}
            checked={option.value === value}
            disabled={option.disabled}
            // A key that moves the choice makes a click as well, one without a place.
            onClick={({ detail }) => {
              if (detail > 0) onChange(option.value, true);
            }}
            onChange={() => onChange(option.value, false)}
          />
          <Box aria-hidden="true" />
          <Words>
            <b>{option.label}</b>
            <span id={`${group}-${option.value}`}>{option.hint}</span>
          </Words>
        </Line>
      ))}
    </Group>
  );
}
