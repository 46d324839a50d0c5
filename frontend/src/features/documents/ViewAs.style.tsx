import { useLayoutEffect, useRef } from 'react';
import styled from '@emotion/styled';
import { Button } from '@/components/Button';
import { Select } from '@/components/form/Select';
import type { ClearanceLevel } from '@/lib/clearance';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const Choice = styled.div`
  min-width: 216px;
`;

const Band = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px 24px;
  align-items: center;
  justify-content: space-between;
  padding: 7px 15px;
  font: ${font.strong};
  letter-spacing: 0.06em;
  color: ${color.warn};
  background: ${color.panel};
  border: 1px solid ${color.warn};
  border-left-width: 4px;

  ${media.phone} {
    padding: 7px 11px;
  }
`;

/** Changing the view replaces the screen with its select; the new select takes over the focus. */
const focus = { isDue: false };

interface ViewAsProps {
  /** The preview level; `null` for the user's own view. */
  readonly level: ClearanceLevel | null;
  readonly onChange: (level: ClearanceLevel | null) => void;
}

/** The button that opens the folded part of a header. */
function foldOf(part: Element): HTMLElement | null {
  const id = part.closest('[popover]')?.id ?? '';
  return document.querySelector(`[popovertarget="${id}"]`);
}

/** Focuses the first of these elements that can take the focus, and returns it. */
function firstToTake(stops: readonly (HTMLElement | null)[]): HTMLElement | null {
  for (const stop of stops) {
    stop?.focus({ preventScroll: true });
    if (document.activeElement === stop) return stop;
  }
  return null;
}

/** The choice of the preview level. It keeps the focus while the screen is replaced. */
export function ViewAsSelect({
  level,
  levels,
  onChange,
}: ViewAsProps & { readonly levels: readonly ClearanceLevel[] }) {
  const field = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const select = field.current;
    if (select === null) return undefined;
    // If it is folded away, the button that opens it gets the focus.
    const stop = focus.isDue ? firstToTake([select, foldOf(select)]) : null;
    focus.isDue = false;
    const isLoading = select.closest('[data-head]')?.querySelector('[aria-busy]') !== null;
    return () => {
      const active = document.activeElement;
      if (active === select || (isLoading && active !== null && active === stop)) focus.isDue = true;
    };
  }, [level]);
  return (
    <Choice data-wide>
      <Select
        ref={field}
        label="View as"
        hideLabel
        options={[
          { value: '', label: 'VIEW AS YOURSELF' },
          ...levels.map((one) => ({ value: String(one), label: `VIEW AS LEVEL ${one}` })),
        ]}
        value={String(level ?? '')}
        onChange={({ target }) => onChange(levels.find((one) => String(one) === target.value) ?? null)}
      />
    </Choice>
  );
}

/** A warning that the screen is a preview; renders nothing in the user's own view. */
export function ViewAsBand({ level, onChange }: ViewAsProps) {
  if (level === null) return null;
  return (
    <Band>
      <span role="status">VIEWING AS LEVEL {level}. Actions are off.</span>
      <Button
        size="sm"
        aria-label="End viewing as another level"
        onClick={() => {
          focus.isDue = true;
          onChange(null);
        }}
      >
        End
      </Button>
    </Band>
  );
}
