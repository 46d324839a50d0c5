import { useId, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';
import { VisuallyHidden } from '../VisuallyHidden';
import { QuietButton } from './QuietButton';

const { color, font } = theme;

/** Style of inputs, text areas and selects. Letters of 16 px keep phones from zooming in. */
export const controlStyle = `
  font: ${font.body};
  color: ${color.bright};
  background-color: ${color.raised};
  border: 1px solid ${color.edge};
  border-radius: 0;
  padding: 7px 12px;
  min-height: 40px;
  width: 100%;
  appearance: none;
  &::placeholder { color: ${color.muted}; opacity: 1; }
  &[aria-invalid='true'] { border-color: ${color.danger}; box-shadow: inset 3px 0 0 ${color.danger}; }
  &[readonly] { color: ${color.muted}; border-style: dashed; }
  &:disabled { color: ${color.muted}; border-style: dashed; cursor: not-allowed; }
  ${theme.media.phone} { min-height: 44px; padding: 9px 12px; }
`;

const Box = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 4px;
  align-content: start;
`;

const Label = styled.label`
  font: ${font.dense};
  color: ${color.muted};
  ${mixin.caps}
`;

const Hint = styled.p`
  font: ${font.dense};
  color: ${color.muted};
`;

const ErrorLine = styled.p`
  font: ${font.dense};
  color: ${color.danger};
`;

const Tag = styled.b`
  font-weight: 600;
`;

export interface Remedy {
  readonly label: string;
  readonly apply: (control: HTMLElement) => void;
}

/** Attributes that connect a control with its label, hint and error. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-invalid'?: true;
  readonly 'aria-describedby'?: string;
  readonly 'aria-required'?: true;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  readonly required?: boolean | undefined;
  /** The label is only for screen readers. */
  readonly hideLabel?: boolean | undefined;
}

interface Props extends FieldProps {
  readonly remedy?: Remedy | undefined;
  readonly children: (control: ControlProps) => ReactNode;
}

export function Field(props: Props) {
  const { label, hint, error, remedy, required = false, hideLabel = false, children } = props;
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <Box>
      {hideLabel ? (
        <VisuallyHidden as="label" {...{ htmlFor: id }}>
          {label}
        </VisuallyHidden>
      ) : (
        <Label htmlFor={id}>{label}</Label>
      )}
      {children({
        id,
        ...(error ? { 'aria-invalid': true } : {}),
        ...(described ? { 'aria-describedby': described } : {}),
        ...(required ? { 'aria-required': true } : {}),
      })}
      {error && <Problem id={id} error={error} remedy={remedy} />}
      {hint && <Hint id={`${id}-hint`}>{hint}</Hint>}
    </Box>
  );
}

interface ProblemProps {
  readonly id: string;
  readonly error: string;
  readonly remedy: Remedy | undefined;
}

/** The error of a control and the button that corrects it. */
function Problem({ id, error, remedy }: ProblemProps) {
  return (
    <>
      <ErrorLine id={`${id}-error`}>
        <Tag>ERR</Tag> {error}
      </ErrorLine>
      {remedy && (
        <QuietButton
          type="button"
          onClick={() => {
            const control = document.getElementById(id);
            if (control !== null) remedy.apply(control);
          }}
        >
          {remedy.label}
        </QuietButton>
      )}
    </>
  );
}
