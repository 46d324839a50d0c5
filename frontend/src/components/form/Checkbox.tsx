import type { InputHTMLAttributes, Ref } from 'react';
import { useId } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';

const { color, font } = theme;

const Line = styled.div`
  display: flex;
  gap: 12px;
  align-items: flex-start;
  font: ${font.dense};
`;

const Box = styled.input`
  appearance: none;
  flex: none;
  width: 24px;
  height: 24px;
  margin: 0;
  border: 1px solid ${color.edge};
  background: ${color.raised};
  cursor: pointer;

  &:checked {
    background: ${color.accent};
    border-color: ${color.accent};
    box-shadow: inset 0 0 0 4px ${color.raised};
  }
`;

const Label = styled.label`
  padding: 1px 0;
  cursor: pointer;
`;

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'type'> {
  readonly label: string;
  readonly ref?: Ref<HTMLInputElement> | undefined;
}

export function Checkbox({ label, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <Line>
      <Box {...input} id={id} type="checkbox" />
      <Label htmlFor={id}>{label}</Label>
    </Line>
  );
}
