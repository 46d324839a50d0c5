import { useState, type Ref } from 'react';
import styled from '@emotion/styled';
import { omitProps } from '@/theme/omitProps';
import { theme } from '@/theme/theme';
import { Caret } from '../Text';
import { controlStyle, Field, type FieldProps } from './Field';

const { color, font, media } = theme;

/** Number of digits of a code of an authenticator app. */
export const tokenLength = 6;

interface Look {
  /** Large cells, for a screen whose only input this is. */
  readonly large: boolean;
}

const Box = styled('div', omitProps('large'))<Look>`
  position: relative;
  display: grid;
  grid-template-columns: repeat(${tokenLength}, ${({ large }) => (large ? 56 : 40)}px);
  gap: 8px;
  width: max-content;

  &:focus-within {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }

  ${media.phone} {
    grid-template-columns: repeat(${tokenLength}, ${({ large }) => (large ? 42 : 40)}px);
  }

  @media (max-width: 359px) {
    grid-template-columns: repeat(${tokenLength}, 36px);
    gap: 6px;
  }
`;

const Cell = styled('span', omitProps('large'))<Look>`
  display: grid;
  place-items: center;
  height: ${({ large }) => (large ? 64 : 48)}px;
  border: 1px solid ${color.edge};
  background: ${color.raised};
  font: 400 28px/32px ${font.display};
  color: ${color.bright};

  > :not(:only-child),
  > span {
    margin: 0;
  }

  input[aria-invalid='true'] ~ & {
    border-color: ${color.danger};
    box-shadow: inset 0 -3px 0 ${color.danger};
  }

  input:disabled ~ & {
    border-style: dashed;
    color: ${color.muted};
  }

  /* The block cursor marks the position of the next digit. */
  input:not(:focus) ~ & > span {
    display: none;
  }

  ${media.phone} {
    height: ${({ large }) => (large ? 56 : 48)}px;
  }
`;

/* A real input on top of the cells, so that pasting and autofill of one-time codes work as in any field. */
const Input = styled.input`
  position: absolute;
  inset: 0;
  width: 100%;
  border: 0;
  padding: 0;
  opacity: 0;
  cursor: text;
`;

const places = Array.from({ length: tokenLength }, (_, place) => place);

interface TokenInputProps extends FieldProps {
  readonly name: string;
  readonly value: string;
  readonly large?: boolean;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
  /** Called if pasted text is not a code; the value has not changed. */
  readonly onRefused: (message: string) => void;
}

/** Message of the form if there are not six digits. */
export const notSixDigits = `Enter ${tokenLength} digits`;

/**
 * A six-digit code in six cells. Other characters are ignored. Pasted text may contain blanks and hyphens and replaces
 * the value; it is not submitted automatically, because attempts are limited.
 */
export function TokenInput(props: TokenInputProps) {
  const { label, hint, error, required, hideLabel, large = false, ...input } = props;
  const { name, value, disabled, ref, onChange, onRefused } = input;
  const [place, setPlace] = useState(0);
  const current = Math.min(place, value.length, tokenLength - 1);
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => (
        <Box large={large}>
          <Input
            {...control}
            ref={ref}
            name={name}
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            value={value}
            disabled={disabled}
            onSelect={({ currentTarget }) => setPlace(currentTarget.selectionStart ?? value.length)}
            onPaste={(event) => {
              event.preventDefault();
              const pasted = event.clipboardData.getData('text').replace(/[\s-]/g, '');
              if (/^\d{6}$/.test(pasted)) {
                setPlace(tokenLength);
                onChange({ target: { value: pasted } });
              } else onRefused(notSixDigits);
            }}
            onChange={(event) => {
              const digits = event.target.value.replace(/\D/g, '').slice(0, tokenLength);
              setPlace(event.target.selectionStart ?? digits.length);
              onChange({ target: { value: digits } });
            }}
          />
          {places.map((cell) => (
            <Cell key={cell} large={large} aria-hidden="true">
              {value.charAt(cell)}
              {cell === current && value.charAt(cell) === '' && <Caret />}
            </Cell>
          ))}
        </Box>
      )}
    </Field>
  );
}

const wideControl = `${controlStyle}
  max-width: 376px;
  min-height: 64px;
  font-size: 20px;
  ${media.phone} { max-width: none; min-height: 56px; }
`;

const WideInput = styled.input(wideControl);

interface CodeInputProps extends FieldProps {
  readonly name: string;
  readonly value: string;
  readonly placeholder: string;
  readonly disabled?: boolean;
  readonly ref?: Ref<HTMLInputElement> | undefined;
  readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
}

/**
 * A code of letters and digits, as high as the cells of `TokenInput`, so that nothing moves when one replaces the
 * other.
 */
export function CodeInput({ label, hint, error, required, hideLabel, ...input }: CodeInputProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required} hideLabel={hideLabel}>
      {(control) => (
        <WideInput
          {...input}
          {...control}
          type="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
        />
      )}
    </Field>
  );
}
