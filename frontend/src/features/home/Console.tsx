import {
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type SubmitEvent,
} from 'react';
import { Kbd } from '@/components/Kbd';
import { Caret, Text } from '@/components/Text';
import { touchOnly } from '@/lib/touch';
import { Box, Last, Said, Line, Slot, Block, Earlier } from './Console.style';

/** Number keys are useless on a touch screen. */
const placeholder = touchOnly() ? 'type a command' : 'type a command, or press a number';

export interface ConsoleHandle {
  /** Appends text to the line and focuses it. */
  readonly type: (text: string) => void;
  /** Recalls the previous line, as the up arrow does. */
  readonly recall: () => void;
}

interface ConsoleProps {
  readonly ref: Ref<ConsoleHandle>;
  /** The lines entered so far, oldest first. */
  readonly lines: readonly string[];
  /** Completes a line for Tab; `null` if there is nothing to complete. */
  readonly complete: (line: string) => { readonly line: string; readonly options: readonly string[] } | null;
  /** The last entered line and its answer. */
  readonly last: { readonly line: string; readonly text: string } | null;
  readonly children?: ReactNode;
  readonly onCommand: (line: string) => void;
}

/** The line being typed, and the navigation through earlier lines. */
function useHistory(lines: readonly string[]) {
  const [line, setLine] = useState('');
  /** How many lines back the shown one is; 0 is the line being typed, which is kept. */
  const [back, setBack] = useState(0);
  const [typed, setTyped] = useState('');
  const change = (next: string) => {
    setLine(next);
    setTyped(next);
    setBack(0);
  };
  const walk = (step: 1 | -1) => {
    const to = Math.min(lines.length, Math.max(0, back + step));
    setBack(to);
    setLine(to === 0 ? typed : (lines.at(-to) ?? ''));
  };
  return { line, change, walk };
}

function isPlain(event: KeyboardEvent): boolean {
  return !(event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey);
}

/**
 * The command line with the answer to the last line above it. Up and down move through earlier lines. Tab completes,
 * and moves the focus on if there is nothing to complete.
 */
export function Console({ ref, lines, complete, last, children, onCommand }: ConsoleProps) {
  const input = useRef<HTMLInputElement>(null);
  const answered = useRef<HTMLDivElement>(null);
  const { line, change, walk } = useHistory(lines);
  /** The words that Tab has suggested, in place of the answer. */
  const [offer, setOffer] = useState<string | null>(null);
  const shown = offer === null ? last : null;

  // On a phone the answer may be below the visible part of the page.
  useEffect(() => {
    if (last !== null) answered.current?.scrollIntoView({ block: 'nearest' });
  }, [last]);

  const type = (next: string) => {
    change(next);
    setOffer(null);
  };
  const recall = (step: 1 | -1) => {
    walk(step);
    setOffer(null);
  };
  useImperativeHandle(ref, () => ({
    type: (added: string) => {
      type(line + added);
      input.current?.focus();
    },
    recall: () => {
      recall(1);
      input.current?.focus();
    },
  }));

  const onTab = (event: KeyboardEvent) => {
    const completion = complete(line);
    if (completion === null) return;
    const options = completion.options.length > 0 ? completion.options.join('  ') : null;
    // Tab leaves the line once it has nothing more to suggest, so that the keyboard is never trapped.
    if (completion.line === line && options === offer) return;
    event.preventDefault();
    change(completion.line);
    setOffer(options);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isPlain(event)) return;
    if (event.key === 'Tab') onTab(event);
    else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') {
      event.preventDefault();
      recall(event.key === 'ArrowUp' ? 1 : -1);
    }
  };

  return (
    <Box>
      <Last ref={answered}>
        {shown !== null && shown.text !== '' && <Said>{shown.line}</Said>}
        <Text as="p" size="dense" role="status">
          {offer ?? last?.text ?? ''}
        </Text>
        {shown !== null && children}
      </Last>
      <Line
        aria-label="Command line"
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault();
          onCommand(line);
          type('');
        }}
      >
        <Slot>
          <input
            ref={input}
            aria-label="Command line"
            placeholder={placeholder}
            value={line}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onKeyDown={onKeyDown}
            onChange={(event) => type(event.target.value)}
          />
          <Block style={{ left: `${placeholder.length}ch` }}>
            <Caret />
          </Block>
        </Slot>
        <Earlier aria-hidden="true">
          <Kbd>up</Kbd> earlier commands
        </Earlier>
      </Line>
    </Box>
  );
}
