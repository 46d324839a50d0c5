import { useEffect, useRef, type ReactNode } from 'react';
import styled from '@emotion/styled';
import * as RadixTabs from '@radix-ui/react-tabs';
import { theme } from '@/theme/theme';

const { color, font, media } = theme;

const List = styled(RadixTabs.List)`
  display: flex;
  flex-wrap: wrap;
  gap: 4px;
  border-bottom: 1px solid ${color.edge};

  ${media.phone} {
    display: grid;
    grid-template-columns: 1fr 1fr;
  }
`;

const Trigger = styled(RadixTabs.Trigger)`
  font: ${font.strong};
  line-height: 24px;
  letter-spacing: 0.06em;
  text-transform: uppercase;
  background: none;
  border: 1px solid transparent;
  border-bottom: 0;
  color: ${color.muted};
  padding: 8px 16px;
  cursor: pointer;

  &:hover {
    color: ${color.bright};
  }

  &[data-state='active'] {
    color: ${color.onAccent};
    background: ${color.accent};
  }

  ${media.phone} {
    padding: 8px;
    min-height: 44px;
    border: 1px solid ${color.hair};
    letter-spacing: 0.02em;
  }
`;

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: string;
  /** In parentheses behind the label. */
  readonly count?: number | undefined;
}

interface TabsProps<Value extends string> {
  /** Names the row of tabs. */
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** `TabPanel`s. */
  readonly children: ReactNode;
}

/** A row of tabs and their panels; arrow keys move between them. */
export function Tabs<Value extends string>({ label, tabs, value, onChange, children }: TabsProps<Value>) {
  // A press chooses, and so does the focus that the press brings: told twice, a tab in the address would need the way
  // back twice.
  const told = useRef(value);
  useEffect(() => {
    told.current = value;
  });

  return (
    <RadixTabs.Root
      value={value}
      onValueChange={(next) => {
        const chosen = tabs.find((tab) => tab.value === next);
        if (!chosen || chosen.value === told.current) return;
        told.current = chosen.value;
        onChange(chosen.value);
      }}
    >
      <List aria-label={label}>
        {tabs.map((tab) => (
          <Trigger key={tab.value} value={tab.value}>
            {tab.label}
            {tab.count === undefined ? '' : ` (${tab.count})`}
          </Trigger>
        ))}
      </List>
      {children}
    </RadixTabs.Root>
  );
}

/** The content of one tab; only the selected one is on the page. */
export const TabPanel = styled(RadixTabs.Content)`
  padding-top: 24px;
`;
