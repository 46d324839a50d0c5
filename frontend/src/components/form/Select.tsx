import type { Ref, SelectHTMLAttributes } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { controlStyle, Field, type FieldProps } from './Field';

const { color } = theme;

const Box = styled.div`
  position: relative;

  &::after {
    content: '';
    position: absolute;
    right: 14px;
    top: calc(50% - 2px);
    border: 5px solid transparent;
    border-top-color: ${color.edge};
    pointer-events: none;
  }

  @media (forced-colors: active) {
    /* Forced colors would fill the transparent sides of the arrow. */
    &::after {
      forced-color-adjust: none;
      border-top-color: FieldText;
    }
  }
`;

const Native = styled.select`
  ${controlStyle}
  text-overflow: ellipsis;

  && {
    padding-right: 32px;
  }

  option {
    background: ${color.raised};
    color: ${color.bright};
  }
`;

interface Option {
  readonly value: string;
  readonly label: string;
}

interface SelectProps
  extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'id' | 'required' | keyof FieldProps> {
  readonly options: readonly Option[];
  /** Label of an empty first option. */
  readonly placeholder?: string | undefined;
  readonly ref?: Ref<HTMLSelectElement> | undefined;
}

/** A choice of a few options. The native control works best on phones and with screen readers. */
export function Select({
  label,
  hint,
  error,
  required,
  hideLabel,
  options,
  placeholder,
  ...select
}: SelectProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => (
        <Box>
          <Native {...select} {...control}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </Native>
        </Box>
      )}
    </Field>
  );
}
