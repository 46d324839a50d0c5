import type { ReactNode } from 'react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';
import { KeyCap } from '../Kbd';
import { Radios } from './RadioGroup';

const { color, font, media } = theme;

const Group = styled.fieldset`
  display: flex;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 1px solid ${color.edge};

  ${media.phone} {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: minmax(0, 1fr);

    &[data-stack] {
      grid-auto-flow: row;

      > label + label {
        border-left: 0;
        border-top: 1px solid ${color.edge};
      }
    }

    &[data-wrap] {
      grid-auto-flow: row;
      grid-template-columns: repeat(2, minmax(0, 1fr));

      > label:nth-of-type(odd) {
        border-left: 0;
      }

      > label:nth-of-type(n + 3) {
        border-top: 1px solid ${color.edge};
      }
    }
  }
`;

const Segment = styled.label`
  position: relative;
  display: grid;
  grid-auto-flow: column;
  gap: 8px;
  place-items: center;
  place-content: center;
  min-height: 38px;
  padding: 0 11px;
  font: ${font.strong};
  ${mixin.caps}
  white-space: nowrap;
  color: ${color.muted};
  cursor: pointer;

  & + & {
    border-left: 1px solid ${color.edge};
  }

  &:hover {
    color: ${color.bright};
  }

  &:has(:checked) {
    color: ${color.bright};
    background: ${color.raised};
    box-shadow: inset 0 -3px 0 ${color.text};
  }

  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }

  ${media.phone} {
    min-height: 42px;
    padding: 0 4px;

    > svg {
      display: none;
    }
  }
`;

interface SegmentsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly {
    readonly value: Value;
    readonly label: string;
    readonly name?: string;
    /** An icon before the label if there is room. */
    readonly icon?: ReactNode;
    readonly hotkey?: string;
  }[];
  readonly value: Value;
  /** On a phone the options form two columns. */
  readonly wrap?: boolean;
  /** On a phone each option has its own line, for long labels. */
  readonly stack?: boolean;
  readonly onChange: (value: Value) => void;
}

/** A choice of a few options side by side. `name` is the accessible name if the label is short. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { wrap = false, stack = false, ...group } = props;
  return (
    <Group data-wrap={wrap || undefined} data-stack={stack || undefined}>
      <Radios {...group}>
        {({ icon, label, hotkey }, input) => (
          <Segment>
            {input}
            {icon}
            {label}
            {hotkey !== undefined && <KeyCap>{hotkey}</KeyCap>}
          </Segment>
        )}
      </Radios>
    </Group>
  );
}
