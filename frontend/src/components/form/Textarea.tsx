import type { ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import styled from '@emotion/styled';
import { controlStyle, Field, type FieldProps } from './Field';
import { refusalIn, replaceHarmless } from './refusals';

const Area = styled.textarea`
  ${controlStyle}
  resize: vertical;
  line-height: 24px;
`;

interface TextareaProps
  extends
    FieldProps,
    Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'required' | keyof FieldProps> {
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
  /** Shown below the text area. */
  readonly foot?: ReactNode;
}

export function Textarea(props: TextareaProps) {
  const { label, hint, error, required, hideLabel, foot, rows = 15, ...area } = props;
  const refusal = refusalIn(label, area.value, 'lines');
  return (
    <Field label={label} hint={hint} error={error} {...refusal} required={required} hideLabel={hideLabel}>
      {(control) => (
        <>
          <Area
            rows={rows}
            dir="auto"
            {...area}
            {...control}
            onChange={(event) => {
              replaceHarmless(event.target, 'lines');
              area.onChange?.(event);
            }}
          />
          {foot}
        </>
      )}
    </Field>
  );
}
