import type { Ref } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { Field, type FieldProps } from './Field';

const { color, font, media } = theme;

const Box = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: repeat(6, 40px);
  gap: 8px;
  width: max-content;

  ${media.phone} {
    grid-template-columns: repeat(6, 36px);
    gap: 4px;
  }
`;

const Cell = styled.span`
  display: grid;
  place-items: center;
  height: 48px;
  border: 1px solid ${color.edge};
  background: ${color.raised};
  font: 400 28px/32px ${font.display};
  color: ${color.bright};

  input:focus ~ &[data-next] {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }

  input[aria-invalid='true'] ~ & {
    border-color: ${color.danger};
  }
`;

/* One real input over the cells: pasting and the filling in of one-time codes work as in any field. */
const Input = styled.input`
  position: absolute;
  inset: 0;
  width: 100%;
  border: 0;
  padding: 0;
  opacity: 0;
  cursor: text;
`;

/** Number of digits of a code of an authenticator app. */
export const tokenLength = 6;

const places = Array.from({ length: tokenLength }, (_, place) => place);

interface TokenInputProps extends FieldProps {
  readonly name: string;
  readonly value: string;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

/** A code of six digits in six cells. Whatever else is typed or pasted is left out. */
export function TokenInput({ label, hint, error, required, hideLabel, ...input }: TokenInputProps) {
  const { name, value, ref, onChange } = input;
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => (
        <Box>
          <Input
            {...control}
            ref={ref}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={value}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '').slice(0, tokenLength);
              onChange({ target: { value: digits } });
            }}
          />
          {places.map((place) => (
            <Cell
              key={place}
              aria-hidden="true"
              data-next={place === Math.min(value.length, tokenLength - 1) ? '' : undefined}
            >
              {value.charAt(place)}
            </Cell>
          ))}
        </Box>
      )}
    </Field>
  );
}
