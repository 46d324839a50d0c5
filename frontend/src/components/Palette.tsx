import { useEffect, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import styled from '@emotion/styled';
import { Command } from 'cmdk';
import * as RadixDialog from '@radix-ui/react-dialog';
import { theme } from '@/theme/theme';
import { dialogBackdropStyle } from './dialog/dialogStyle';
import { useFocusReturn } from './dialog/useFocusReturn';
import { Kbd, KeyHint } from './Kbd';
import { boxStyle, lineStyle } from './paletteStyle';
import { VisuallyHidden } from './VisuallyHidden';

const { color, font, media } = theme;

const Backdrop = styled(RadixDialog.Overlay)(dialogBackdropStyle);

const Box = styled(RadixDialog.Content)(boxStyle);

const Line = styled.div(lineStyle);

const Count = styled.span`
  font: 400 14px/24px ${font.text};
  color: ${color.muted};
  white-space: nowrap;
`;

const Answer = styled.p`
  padding: 8px 24px;
  font: ${font.dense};
  color: ${color.text};
  overflow-wrap: anywhere;

  &:empty {
    display: none;
  }
`;

const Foot = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 24px;
  align-items: center;
  min-height: 40px;
  padding: 4px 24px;
  border-top: 1px solid ${color.hair};
  font: 400 14px/24px ${font.text};
  color: ${color.muted};

  ${media.phone} {
    padding: 4px 16px;
  }
`;

export interface PaletteItem {
  readonly id: string;
  /** Short word or id before the label. */
  readonly lead: string;
  readonly label: ReactNode;
  readonly end?: ReactNode;
  /** The effect of Enter, shown on the selected line. */
  readonly hint: string;
  readonly onSelect: () => void;
}

export interface PaletteGroup {
  readonly name: string;
  readonly items: readonly PaletteItem[];
  readonly isWhole: boolean;
}

interface PalettePrefix {
  readonly sign: string;
  readonly meaning: string;
}

interface PaletteProps {
  readonly query: string;
  readonly onQueryChange: (query: string) => void;
  /** In a fixed order; empty groups are hidden. */
  readonly groups: readonly PaletteGroup[];
  readonly prefixes: readonly PalettePrefix[];
  /** The response to the last command, or what is missing in it; announced by screen readers. */
  readonly answer: string;
  /** The number of results in words; empty while nothing is searched. */
  readonly count: string;
  /** Results are loading; keys that select among them wait. */
  readonly isPending: boolean;
  /** Reports the item that the user moved to by key or pointer; `null` once they type again. */
  readonly onWalk: (id: string | null) => void;
  readonly onClose: () => void;
}

/** Number of items of a group until Tab enters it or its last row is chosen. */
const shownAtFirst = 3;

const moreHint = 'enter shows';

/** The start of a group. The row after it expands the group and is replaced by the first additional item. */
function startOf(group: PaletteGroup, onMore: (next: string) => void): PaletteGroup {
  const next = group.items[shownAtFirst];
  if (next === undefined) return group;
  const more = {
    id: next.id,
    lead: '',
    label: `${group.items.length - shownAtFirst} more`,
    hint: moreHint,
    onSelect: () => onMore(next.id),
  };
  return { ...group, items: [...group.items.slice(0, shownAtFirst), more] };
}

/** The group next to the one that contains an item. */
function groupBeside(
  groups: readonly PaletteGroup[],
  selected: string,
  step: 1 | -1,
): PaletteGroup | undefined {
  const at = groups.findIndex((group) => group.items.some((item) => item.id === selected));
  return groups[(at + step + groups.length) % groups.length];
}

/** Keeps the focus in the input after a click on a row that only expands. */
function keepFocus(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * The search over everything: typing filters, the arrow keys select, Tab enters the next group and expands it, and
 * Enter opens or runs the selected line. Until the user moves, the first line stays selected, also while results
 * arrive.
 */
export function Palette(props: PaletteProps) {
  const { query, onQueryChange, groups, prefixes, answer, count, isPending, onWalk, onClose } = props;
  const focusReturn = useFocusReturn();
  const [walked, setWalked] = useState<string | null>(null);
  const [entered, setEntered] = useState<string | null>(null);

  const filled = groups.filter((group) => group.items.length > 0);
  const shown = filled.map((group) =>
    group.isWhole || group.name === entered
      ? group
      : startOf(group, (next) => {
          setEntered(group.name);
          setWalked(next);
        }),
  );
  const items = shown.flatMap((group) => group.items);
  const there = items.find(({ id }) => id === walked);
  const selected = (there ?? items[0])?.id ?? '';
  const onItem = there === undefined || there.hint === moreHint ? null : there.id;

  useEffect(() => {
    onWalk(onItem);
  }, [onItem, onWalk]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    const next = groupBeside(filled, selected, event.shiftKey ? -1 : 1);
    setEntered(next?.name ?? null);
    setWalked(next?.items[0]?.id ?? null);
  };

  return (
    <RadixDialog.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <RadixDialog.Portal>
        <Backdrop />
        <Box {...focusReturn}>
          <VisuallyHidden>
            <RadixDialog.Title>Command palette</RadixDialog.Title>
            <RadixDialog.Description>Find a record, a person, a place or a command.</RadixDialog.Description>
          </VisuallyHidden>
          <Command
            label="Commands"
            loop
            shouldFilter={false}
            value={selected}
            onValueChange={(id) => {
              if (id !== selected) setWalked(id);
            }}
            onKeyDown={onKeyDown}
          >
            <Line data-pending={isPending}>
              <Command.Input
                value={query}
                onValueChange={(next) => {
                  setWalked(null);
                  setEntered(null);
                  onQueryChange(next);
                }}
                placeholder="find a record, person or place, or type a command"
              />
              <Count role="status">{count}</Count>
            </Line>
            <Answer role="status">{answer}</Answer>
            <Command.List label="Results">
              {shown.map((group) => (
                <Command.Group
                  key={group.name}
                  heading={
                    <>
                      {group.name} <span>{filled.find(({ name }) => name === group.name)?.items.length}</span>
                    </>
                  }
                >
                  {group.items.map((item) => (
                    <Command.Item
                      key={item.id}
                      value={item.id}
                      onSelect={item.onSelect}
                      onMouseDown={keepFocus}
                    >
                      <span data-part="lead">{item.lead}</span>
                      <span data-part="label">{item.label}</span>
                      <span data-part="end">
                        {item.end}
                        <span data-part="hint" aria-hidden="true">
                          {item.hint}
                        </span>
                      </span>
                    </Command.Item>
                  ))}
                </Command.Group>
              ))}
            </Command.List>
          </Command>
          <Foot>
            {prefixes.map(({ sign, meaning }) => (
              <span key={sign}>
                <Kbd>{sign}</Kbd> {meaning}
              </span>
            ))}
            <KeyHint>
              <Kbd>tab</Kbd> next group
            </KeyHint>
          </Foot>
        </Box>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}
