import { createContext, use, useId, useRef, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { mixin, theme } from '@/theme/theme';

const { color, font, length, media } = theme;

const List = styled.div`
  display: flex;
  flex-wrap: wrap;
  border-bottom: 1px solid ${color.edge};

  /* Two columns before the row would wrap and leave one tab on its own line. */
  ${media.belowTablet} {
    display: grid;
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 1px;
    background: ${color.hair};
    border: 1px solid ${color.hair};
  }
`;

/** After a one-line header the tabs are part of that line. */
const Box = styled.div`
  [data-line='true'] + & {
    display: contents;

    > [role='tablist'] {
      flex-wrap: nowrap;
      overflow-x: auto;
      scrollbar-width: none;
    }

    [role='tab'] {
      flex: none;
      height: 47px;
      padding: 8px 6px;
      font-size: 12px;
      letter-spacing: 0;
    }

    > [role='tabpanel'] {
      grid-column: 1 / -1;
      padding-top: 8px;
    }
  }
`;

const Trigger = styled.button`
  font: ${font.strong};
  line-height: 24px;
  ${mixin.caps}
  ${mixin.bare}
  color: ${color.muted};
  height: 40px;
  padding: 8px 18px;
  cursor: pointer;

  /* Its text is aligned with the content of the frames below. */
  &:first-of-type {
    padding-left: ${length.inset};
  }

  &:hover {
    color: ${color.bright};
  }

  &[aria-selected='true'] {
    color: ${color.bright};
    background: ${color.panel};
    box-shadow: inset 0 -3px 0 ${color.accent};
  }

  &:focus-visible {
    outline-offset: -2px;
  }

  ${media.belowTablet} {
    height: auto;
    min-height: 44px;
    background: ${color.void};
    text-align: left;

    /* The last of an odd number takes the whole line. */
    &:last-of-type:nth-of-type(odd) {
      grid-column: 1 / -1;
    }
  }

  ${media.phone} {
    padding: 6px 12px;
    font-size: 12px;
    line-height: 16px;

    &:first-of-type {
      padding-left: 12px;
    }
    letter-spacing: 0.02em;
  }
`;

interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** In parentheses after the label; may be a text such as `7, 2 pending`. */
  readonly count?: number | string | undefined;
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  /** `by` distinguishes a deliberate choice from arrow keys, which pass over tabs on the way to another. */
  readonly onChange: (value: Value, by: 'pointer' | 'keys') => void;
  /** `TabPanel` elements. */
  readonly children: ReactNode;
}

/** The selected tab, and the ids of its tab and its panel. */
const SelectedTab = createContext({ value: '', tab: '', panel: '' });

/** The index that a key leads to; `null` for other keys. */
function tabAt(key: string, from: number, count: number): number | null {
  switch (key) {
    case 'ArrowRight':
      return (from + 1) % count;
    case 'ArrowLeft':
      return (from + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
}

/** A row of tabs and their panels. Arrow keys, Home and End move between them, and the focused tab is selected. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const choose = (next: Value, by: 'pointer' | 'keys') => {
    if (next !== value) onChange(next, by);
  };

  return (
    <SelectedTab value={{ value, tab: `${id}-tab-${value}`, panel: `${id}-panel` }}>
      <Box data-tabs>
        <List ref={row} role="tablist" aria-label={label}>
          {tabs.map((tab, index) => (
            <Trigger
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              aria-selected={tab.value === value}
              // `aria-controls` must refer to an element on the page.
              aria-controls={tab.value === value ? `${id}-panel` : undefined}
              tabIndex={tab.value === value ? 0 : -1}
              onClick={() => choose(tab.value, 'pointer')}
              onKeyDown={(event) => {
                if (event.ctrlKey || event.metaKey || event.altKey) return;
                const next = tabAt(event.key, index, tabs.length);
                const chosen = next === null ? undefined : tabs[next];
                if (next === null || chosen === undefined) return;
                event.preventDefault();
                row.current?.querySelectorAll<HTMLElement>('[role="tab"]')[next]?.focus();
                choose(chosen.value, 'keys');
              }}
            >
              {tab.label}
              {tab.count === undefined ? '' : ` (${tab.count})`}
            </Trigger>
          ))}
        </List>
        {children}
      </Box>
    </SelectedTab>
  );
}

const Panel = styled.div`
  padding-top: 24px;
`;

interface TabPanelProps {
  /** The value of its tab. */
  readonly value: string;
  readonly children: ReactNode;
}

/** The content of one tab; only the selected one is on the page. */
export function TabPanel({ value, children }: TabPanelProps) {
  const chosen = use(SelectedTab);
  if (value !== chosen.value) return null;
  return (
    // The panel follows its tab in the tab order, as the ARIA tabs pattern requires.
    <Panel key={value} role="tabpanel" id={chosen.panel} aria-labelledby={chosen.tab} tabIndex={0}>
      {children}
    </Panel>
  );
}
