import { useLayoutEffect, useRef } from 'react';
import styled from '@emotion/styled';
import type { ClearanceLevel } from '@/lib/clearance';
import { theme } from '@/theme/theme';
import { Button } from './Button';
import { Select } from './Select';

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

/** A choice of the view replaces the screen, and the field with it: the next one takes the focus over. */
const focus = { isDue: false };

interface ViewAsProps {
  /** The chosen level; `null` for the user's own view. */
  readonly level: ClearanceLevel | null;
  readonly onChange: (level: ClearanceLevel | null) => void;
}

/** Chooses as whom the records are shown. The focus stays on it while the screen is replaced. */
export function ViewAsSelect({
  level,
  levels,
  onChange,
}: ViewAsProps & { readonly levels: readonly ClearanceLevel[] }) {
  const field = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    const select = field.current;
    if (focus.isDue && select !== null) {
      select.focus({ preventScroll: true });
      // Folded away, it leaves the focus to the button that shows it.
      const fold = select.closest('[popover]')?.id ?? '';
      if (document.activeElement !== select)
        document.querySelector<HTMLElement>(`[popovertarget="${fold}"]`)?.focus({ preventScroll: true });
    }
    focus.isDue = false;
    return () => {
      if (select !== null && document.activeElement === select) focus.isDue = true;
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

/** Warns that the screen is shown as somebody else sees it; nothing in the user's own view. */
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
