import { useId } from 'react';
import styled from '@emotion/styled';
import { Radios } from '@/components/form/RadioGroup';
import { colorVariable } from '@/theme/cssVars';
import { theme } from '@/theme/theme';
import type { ThemeName } from '@/theme/themes';

const { color, font, media } = theme;

const Group = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(5, minmax(0, 1fr));
  gap: 8px;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;

  ${media.phone} {
    grid-template-columns: 1fr 1fr;
  }
`;

const v = (token: Parameters<typeof colorVariable>[0]) => `var(${colorVariable(token)})`;

/* The theme's class applies its colors only to the card; the focus ring has those of the page. */
const Card = styled.label`
  position: relative;
  display: flex;
  flex-direction: column;
  border: 1px solid ${v('edge')};
  background: ${v('void')};
  cursor: pointer;

  &:has(:checked) {
    outline: 2px solid ${v('text')};
    outline-offset: 2px;
  }

  &:has(:focus-visible) {
    outline: 2px solid ${v('focus')};
    outline-offset: 4px;
  }
`;

const Look = styled.span`
  display: grid;
  gap: 4px;
  align-content: start;
  padding: 12px;
  height: 80px;
  background: ${v('panel')};
  border-bottom: 1px solid ${v('hair')};

  > i {
    height: 8px;
  }
`;

const Name = styled.span`
  font: 400 12px/24px ${font.text};
  padding: 4px 2px;
  text-align: center;
  text-transform: uppercase;
  overflow-wrap: anywhere;
  color: ${v('text')};

  input:checked ~ & {
    background: ${v('text')};
    color: ${v('onAccent')};
    font-weight: 600;
  }
`;

const Hint = styled.p`
  grid-column: 1 / -1;
  padding-top: 8px;
  font: ${font.dense};
  color: ${color.muted};
`;

const bars = [
  ['accent', 40],
  ['text', 90],
  ['muted', 70],
  ['edge', 80],
] as const;

/** A theme that can be chosen, with its palette. */
export interface ThemeOption<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly palette: ThemeName;
}

interface ThemePickerProps<Value extends string> {
  readonly label: string;
  readonly hint: string;
  readonly options: readonly ThemeOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
}

/** The themes side by side, each as a small screen in its own colors. */
export function ThemePicker<Value extends string>(props: ThemePickerProps<Value>) {
  const { hint, ...group } = props;
  const id = useId();
  return (
    <Group aria-describedby={id}>
      <Radios {...group}>
        {({ palette, label }, input) => (
          <Card className={`theme-${palette}`} data-theme-card>
            {input}
            <Look aria-hidden="true">
              {bars.map(([token, width]) => (
                <i key={token} style={{ background: v(token), width: `${width}%` }} />
              ))}
            </Look>
            <Name aria-hidden="true">{label}</Name>
          </Card>
        )}
      </Radios>
      <Hint id={id}>{hint}</Hint>
    </Group>
  );
}
