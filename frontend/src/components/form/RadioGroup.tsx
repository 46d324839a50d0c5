import { Fragment, useId, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { mixin } from '@/theme/theme';

const Legend = styled.legend`
  ${mixin.hidden}
`;

const Input = styled.input`
  position: absolute;
  inset: 0;
  margin: 0;
  opacity: 0;
  cursor: inherit;
`;

interface RadioOption {
  readonly value: string;
  readonly label: string;
  /** Accessible name if the label is short. */
  readonly name?: string;
  readonly hotkey?: string;
  readonly disabled?: boolean;
}

interface RadiosProps<Option extends RadioOption> {
  readonly label: string;
  readonly options: readonly Option[];
  readonly value: string;
  readonly onChange: (value: Option['value']) => void;
  /** Called before `onChange` if an option is chosen with a pointer. */
  readonly onPoint?: (value: Option['value']) => void;
  /** The id of the description of an option. */
  readonly describedBy?: (option: Option) => string;
  /** Renders an option with its input, which covers it invisibly. */
  readonly children: (option: Option, input: ReactNode) => ReactNode;
}

/** The content of a `fieldset` of radio buttons. */
export function Radios<Option extends RadioOption>(props: RadiosProps<Option>) {
  const { label, options, value, onChange, onPoint, describedBy, children } = props;
  const group = useId();
  return (
    <>
      <Legend>{label}</Legend>
      {options.map((option) => (
        <Fragment key={option.value}>
          {children(
            option,
            <Input
              type="radio"
              name={group}
              aria-label={option.name ?? option.label}
              aria-describedby={describedBy?.(option)}
              aria-keyshortcuts={option.hotkey}
              checked={option.value === value}
              disabled={option.disabled}
              // A key that moves the choice also causes a click event, with `detail` 0.
              onClick={({ detail }) => {
                if (detail > 0) onPoint?.(option.value);
              }}
              onChange={() => onChange(option.value)}
            />,
          )}
        </Fragment>
      ))}
    </>
  );
}
