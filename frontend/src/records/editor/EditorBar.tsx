import { useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useUser } from '@/api/selectors';
import { textKeys } from '@/keyboard/keys';
import { levelsUpTo } from '@/lib/clearance';
import { applyCommand } from './applyCommand';
import { BarButton, TabStop } from './BarButton';
import { Bar, Divider } from './EditorBar.style';
import { PassageTool } from './PassageTool';
import {
  bold,
  italic,
  link,
  passage,
  table,
  toggleHeading,
  toggleList,
  type TextCommand,
} from './textCommands';

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** Moves the focus within the bar. */
function move(event: KeyboardEvent<HTMLElement>): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const buttons = [
    ...event.currentTarget.querySelectorAll<HTMLElement>(':scope > button, :scope > span > button'),
  ];
  const from = buttons.findIndex((button) => button === event.target);
  const step = steps[event.key] ?? 0;
  const to =
    { Home: 0, End: buttons.length - 1 }[event.key] ?? (from + step + buttons.length) % buttons.length;
  if (from < 0 || (step === 0 && event.key !== 'Home' && event.key !== 'End')) return;
  event.preventDefault();
  buttons[to]?.focus();
}

interface EditorBarProps {
  readonly area: RefObject<HTMLTextAreaElement | null>;
  /** Called before a command. Shows the text if something else covers it. */
  readonly onText?: () => void;
  /** The text is a comment: it has fewer tools, and links lead to addresses. */
  readonly short?: boolean;
  /** The tool that places pictures. */
  readonly picture?: ReactNode;
  /** Further tools at the end. */
  readonly children?: ReactNode;
}

/** The tools for a Markdown text. Each acts on the selection and returns the focus to the text. */
export function EditorBar({ area, onText, short = false, picture, children }: EditorBarProps) {
  const { clearanceLevel } = useUser();
  const [entry, setEntry] = useState('Bold');
  const act = (command: TextCommand) => {
    onText?.();
    if (area.current !== null) applyCommand(area.current, command);
  };
  return (
    <TabStop value={{ entry, onEntry: setEntry }}>
      <Bar role="toolbar" aria-label="Formatting" onKeyDown={move} data-short={short || undefined}>
        <BarButton label="Bold" glyph="B" hotkey={textKeys.bold} onClick={() => act(bold)} />
        <BarButton label="Italic" glyph="I" hotkey={textKeys.italic} onClick={() => act(italic)} />
        {!short && <BarButton label="Heading" glyph="H" onClick={() => act(toggleHeading)} />}
        <BarButton
          label="List"
          icon="M2 4h1M2 8h1M2 12h1M6 4h8M6 8h8M6 12h8"
          bare
          onClick={() => act(toggleList)}
        />
        <Divider />
        <BarButton
          label="Link"
          icon="M6.5 9.5l3-3M7 4.5l2-2a3 3 0 0 1 4.5 4.5l-2 2M9 11.5l-2 2A3 3 0 0 1 2.5 9l2-2"
          hotkey={textKeys.link}
          onClick={() => act(link(!short))}
        />
        {picture}
        {!short && (
          <>
            <PassageTool levels={levelsUpTo(clearanceLevel)} onLevel={(level) => act(passage(level))} />
            <BarButton
              label="Table"
              icon="M1.5 2.5h13v11h-13zM1.5 6h13M1.5 10h13M6 2.5v11"
              onClick={() => act(table)}
            />
          </>
        )}
        {children}
      </Bar>
    </TabStop>
  );
}
