import { useRef, type KeyboardEvent } from 'react';
import styled from '@emotion/styled';
import { theme } from '@/theme/theme';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { tip } from '@/components/tips';
import { arrowTarget } from './radioKeys';

const { color, font, media } = theme;

const Strip = styled.div`
  display: inline-flex;
`;

const Cell = styled.button`
  display: grid;
  place-items: center;
  min-width: 40px;
  height: 40px;
  margin-left: -1px;
  padding: 0 8px;
  font: ${font.strong};
  color: ${color.text};
  background: ${color.panel};
  border: 1px solid ${color.edge};
  cursor: pointer;

  &:first-of-type {
    margin-left: 0;
  }

  &:hover:not([aria-disabled]) {
    background: ${color.raised};
    color: ${color.bright};
  }

  &[aria-disabled] {
    color: ${color.muted};
    background: transparent;
    border-style: dashed;
    cursor: not-allowed;
  }

  &[aria-checked='true'],
  &[aria-checked='true']:hover:not([aria-disabled]) {
    color: ${color.onAccent};
    background: ${color.text};
    border: 1px solid ${color.text};
  }

  &:focus-visible {
    z-index: 1;
  }

  ${media.phone} {
    min-width: 44px;
    height: 44px;
  }
`;

export interface Segment {
  readonly value: string;
  /** What the cell shows: one or two characters. */
  readonly label: string;
  /** What the choice means, for the name of the cell and its tooltip. */
  readonly meaning?: string | undefined;
  /** Why it cannot be chosen, as its tooltip; left out where it can. */
  readonly why?: string | undefined;
}

interface KeyCellsProps {
  readonly label: string;
  readonly segments: readonly Segment[];
  /** The chosen value; empty for none. */
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Given what focuses the group. */
  readonly ref?: ((control: { readonly focus: () => void } | null) => void) | undefined;
}

/**
 * A choice of a few values beside one another: a group of radio buttons. Arrow keys move between those that can be chosen
 * and choose what they come to. The cells are buttons, so that the single keys of a screen also work while one has the focus.
 */
export function KeyCells({ label, segments, value, onValue, ref }: KeyCellsProps) {
  const box = useRef<HTMLDivElement>(null);
  const open = segments.filter(({ why }) => why === undefined);
  const entry = open.find((segment) => segment.value === value) ?? open[0] ?? segments[0];

  const onKeyDown = (event: KeyboardEvent, from: Segment) => {
    const next = arrowTarget(event, open, from);
    if (next === undefined) return;
    onValue(next.value);
    box.current?.querySelector<HTMLElement>(`[data-value="${next.value}"]`)?.focus();
  };

  return (
    <Strip
      ref={(element) => {
        box.current = element;
        ref?.(
          element && {
            focus: () => element.querySelector<HTMLElement>('[tabindex="0"]')?.focus(),
          },
        );
      }}
      role="radiogroup"
      aria-label={label}
    >
      {segments.map((segment) => (
        <Cell
          key={segment.value}
          type="button"
          role="radio"
          data-value={segment.value}
          aria-checked={segment.value === value}
          aria-disabled={segment.why !== undefined || undefined}
          tabIndex={segment === entry ? 0 : -1}
          {...tip(segment.why ?? segment.meaning)}
          onClick={() => {
            if (segment.why === undefined) onValue(segment.value);
          }}
          onKeyDown={(event) => onKeyDown(event, segment)}
        >
          <span>
            {segment.label}
            {segment.meaning !== undefined && <VisuallyHidden> {segment.meaning}</VisuallyHidden>}
          </span>
        </Cell>
      ))}
    </Strip>
  );
}
