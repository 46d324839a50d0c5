import {
  useEffect,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import styled from '@emotion/styled';
import { Textarea } from '@/components/form/Textarea';
import { Isolated } from '@/components/Isolated';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import type { WordAtCaret } from '@/lib/wordAtCaret';
import { omitProps } from '@/theme/omitProps';
import { mixin, theme } from '@/theme/theme';
import { handleTextKey, loadTextKeys } from '../editor/parts';
import { caretBottom } from './caretBottom';

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
    ${mixin.cut}
  }
`;

/** The keys that move through the suggestions. */
const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** A suggestion that replaces the word at the caret. */
export interface Suggestion {
  readonly id: string;
  readonly label: string;
  /** Shown beside the label. */
  readonly note?: ReactNode;
}

interface Completing<Offered extends Suggestion> {
  readonly offers: readonly Offered[];
  /** Receives the word at the caret; `null` if there is none to complete. */
  readonly onQuery: (query: string | null) => void;
  /** Returns the word at the caret; `null` if there is none to complete. */
  readonly openAt: (text: string, caret: number) => WordAtCaret | null;
  /** Returns the text that replaces the word and the `rest` of it after the caret. */
  readonly insert: (offer: Offered, all: readonly Offered[], rest: string) => string;
  /** Returns the end of the replaced text. */
  readonly endAt: (text: string, caret: number) => number;
  /** Accessible name of the list. */
  readonly name: string;
  /** Links begin with `[[`. */
  readonly toRecords?: boolean;
  /** The number of suggestions as text. */
  readonly count: (offers: number) => string;
}

interface CompletingTextareaProps<Offered extends Suggestion> extends Omit<
  ComponentProps<typeof Textarea>,
  'ref'
> {
  readonly ref?: ((area: HTMLTextAreaElement | null) => void) | undefined;
  readonly completing: Completing<Offered>;
}

/**
 * A text area for Markdown that suggests completions for the word at the caret. The arrow keys select, Enter or Tab
 * accepts, Escape closes.
 */
export function CompletingTextarea<Offered extends Suggestion>({
  completing,
  ref,
  ...textarea
}: CompletingTextareaProps<Offered>) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement | null>(null);
  useEffect(() => void loadTextKeys(), []);
  const [open, setOpen] = useState<(WordAtCaret & { readonly top: number }) | null>(null);
  const [dismissed, setDismissed] = useState<number | null>(null);
  const [chosen, setChosen] = useState(0);
  const options = open === null || open.start === dismissed ? [] : completing.offers;
  const active = Math.min(chosen, options.length - 1);

  const look = () => {
    const box = area.current;
    if (box === null) return;
    const isCaret = box.selectionStart === box.selectionEnd && document.activeElement === box;
    const word = isCaret ? completing.openAt(box.value, box.selectionStart) : null;
    if (word?.query !== open?.query) setChosen(0);
    if (word === null) setDismissed(null);
    setOpen(word === null ? null : { ...word, top: box.offsetTop + caretBottom(box) + 4 });
    completing.onQuery(word?.query ?? null);
  };

  const close = () => {
    setOpen(null);
    completing.onQuery(null);
  };

  const take = (option: Offered) => {
    const box = area.current;
    if (box === null || open === null) return;
    box.focus();
    const end = completing.endAt(box.value, box.selectionStart);
    const rest = box.value.slice(box.selectionStart, end);
    box.setRangeText(completing.insert(option, options, rest), open.start, end, 'end');
    // Notifies the form as typing does.
    box.dispatchEvent(new Event('input', { bubbles: true }));
    close();
  };

  /** The command of a key while there are suggestions; `null` if it keeps its usual effect. */
  const keyCommand = (key: string, option: Offered) => {
    if (key in arrows) {
      return () => setChosen((active + options.length + (arrows[key] ?? 0)) % options.length);
    }
    if (key === 'Escape') {
      return () => setDismissed(open?.start ?? null);
    }
    return key === 'Enter' || key === 'Tab' ? () => take(option) : null;
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const option = options[active];
    const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.nativeEvent.isComposing;
    const act = option === undefined || !isPlain ? null : keyCommand(event.key, option);
    if (act === null) {
      if (!handleTextKey(event, completing.toRecords ?? false)) textarea.onKeyDown?.(event);
      return;
    }
    act();
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
        <List id={`${id}-list`} role="listbox" aria-label={completing.name} top={open?.top ?? 0}>
          {options.map((option, index) => (
            <Option
              key={option.id}
              id={`${id}-${index}`}
              role="option"
              aria-selected={index === active}
              active={index === active}
              onMouseDown={(event) => {
                // Keeps the focus in the text.
                event.preventDefault();
                take(option);
              }}
            >
              <Isolated>{option.label}</Isolated>
              {option.note}
            </Option>
          ))}
        </List>
      )}
      <VisuallyHidden role="status">
        {isOpen ? `${completing.count(options.length)}. Arrow keys choose, Enter inserts.` : ''}
      </VisuallyHidden>
    </Box>
  );
}
