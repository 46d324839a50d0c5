import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import styled from '@emotion/styled';
import { endOfLink, labelFor, openLinkAt, type LinkableRecord, type OpenLink } from '@/lib/recordLinks';
import { plural } from '@/lib/text';
import { theme } from '@/theme/theme';
import { caretBottom } from './caretBottom';
import { Isolated } from './Isolated';
import { LevelCells } from './LevelCells';
import { omitProps } from './omitProps';
import { Textarea } from './Textarea';
import { VisuallyHidden } from './VisuallyHidden';

const { color, font } = theme;

const Box = styled.div`
  position: relative;
`;

const List = styled('ul', omitProps('top'))<{ readonly top: number }>`
  position: absolute;
  z-index: 2;
  left: 8px;
  right: 8px;
  top: ${({ top }) => top}px;
  max-width: 56ch;
  max-height: 240px;
  overflow-y: auto;
  margin: 0;
  padding: 4px 0;
  list-style: none;
  background: ${color.panel};
  border: 1px solid ${color.edge};
`;

const Option = styled('li', omitProps('active'))<{ readonly active: boolean }>`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 16px;
  align-items: center;
  min-height: 32px;
  padding: 4px 12px;
  font: ${font.dense};
  color: ${color.bright};
  cursor: pointer;
  ${({ active }) => (active ? `background:${color.raised};box-shadow:inset 4px 0 0 ${color.text};` : '')}

  > :first-of-type {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
`;

/** A record that is offered. */
export interface LinkOption extends LinkableRecord {
  readonly clearanceLevel: number;
}

/** Finds the records to which the link that is being written may lead. */
export interface Linking {
  readonly options: readonly LinkOption[];
  /** Told the words of the link; `null` when none is being written. */
  readonly onQuery: (query: string | null) => void;
}

interface LinkTextareaProps extends Omit<ComponentProps<typeof Textarea>, 'ref'> {
  readonly ref?: ((area: { readonly focus: () => void } | null) => void) | undefined;
  readonly linking: Linking;
}

/** A text in which `[[` offers records to link to. The arrow keys choose, Enter or Tab takes, Escape closes. */
export function LinkTextarea({ linking, ref, ...textarea }: LinkTextareaProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement | null>(null);
  const [open, setOpen] = useState<(OpenLink & { readonly top: number }) | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const options = open === null || open.start === dismissed ? [] : linking.options;
  const active = Math.min(chosen, options.length - 1);

  const look = () => {
    const box = area.current;
    if (box === null) return;
    const isCaret = box.selectionStart === box.selectionEnd && document.activeElement === box;
    const link = isCaret ? openLinkAt(box.value, box.selectionStart) : null;
    if (link?.query !== open?.query) setChosen(0);
    if (link === null) setDismissed(null);
    setOpen(link === null ? null : { ...link, top: box.offsetTop + caretBottom(box) + 4 });
    linking.onQuery(link?.query ?? null);
  };

  const close = () => {
    setOpen(null);
    linking.onQuery(null);
  };

  const take = (option: LinkOption) => {
    const box = area.current;
    if (box === null || open === null) return;
    const label = `${labelFor(option, options)}]]`;
    box.focus();
    box.setRangeText(label, open.start, endOfLink(box.value, box.selectionStart), 'end');
    // As if it were typed, for the form.
    box.dispatchEvent(new Event('input', { bubbles: true }));
    close();
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const option = options[active];
    if (option === undefined || event.nativeEvent.isComposing || event.shiftKey) return;
    if (event.key === 'ArrowDown') setChosen((active + 1) % options.length);
    else if (event.key === 'ArrowUp') setChosen((active + options.length - 1) % options.length);
    else if (event.key === 'Escape') setDismissed(open?.start ?? null);
    else if (event.key === 'Enter' || event.key === 'Tab') take(option);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const isOpen = options.length > 0;
  return (
    <Box>
      <Textarea
        {...textarea}
        ref={(box) => {
          area.current = box;
          ref?.(box);
        }}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={isOpen ? `${id}-list` : undefined}
        aria-activedescendant={isOpen ? `${id}-${active}` : undefined}
        onChange={(event) => {
          textarea.onChange?.(event);
          look();
        }}
        onSelect={(event) => {
          textarea.onSelect?.(event);
          look();
        }}
        onBlur={(event) => {
          textarea.onBlur?.(event);
          close();
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <List id={`${id}-list`} role="listbox" aria-label="Records to link to" top={open?.top ?? 0}>
          {options.map((option, index) => (
            <Option
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              active={index === active}
              onMouseDown={(event) => {
                // The text keeps the focus.
                event.preventDefault();
                take(option);
              }}
            >
              <Isolated>{option.title}</Isolated>
              <LevelCells level={option.clearanceLevel} />
            </Option>
          ))}
        </List>
      )}
      <VisuallyHidden role="status">
        {isOpen ? `${plural(options.length, 'record')} to link to. Arrow keys choose, Enter inserts.` : ''}
      </VisuallyHidden>
    </Box>
  );
}
