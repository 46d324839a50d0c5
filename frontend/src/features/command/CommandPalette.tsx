import { useState } from 'react';
import { Palette, type PaletteItem } from '@/components/Palette';
import { parseCommand } from '@/commands/parser';
import { availableCommands, type CommandContext } from '@/commands/registry';
import { useCommandLine } from '@/commands/useCommandLine';

interface CommandPaletteProps {
  readonly context: CommandContext;
  readonly onClose: () => void;
}

/** Lines that are not commands yet: the palette shows how to complete them instead of offering to run them. */
const incomplete: readonly string[] = ['empty', 'unknown', 'usage'];

/** Every command by name; a whole line such as `find eleven seconds` works here as it does on the command line. */
export function CommandPalette({ context, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState('');
  const run = useCommandLine();
  const parsed = parseCommand(query);

  const conclude = (outcome: string) => {
    if (outcome === '') onClose();
    else setAnswer(outcome);
  };
  const typed: readonly PaletteItem[] = incomplete.includes(parsed.kind)
    ? []
    : [
        {
          id: 'typed',
          label: query,
          group: 'Run',
          always: true,
          onSelect: () => {
            const outcome = run(query);
            // At once where it can be: the palette and the screen behind it then change together.
            if (typeof outcome === 'string') conclude(outcome);
            else void outcome.then(conclude);
          },
        },
      ];
  const listed = availableCommands(context.user, context.locked).map((command) => ({
    id: command.id,
    label: command.label,
    group: command.group,
    keys: command.keys === 'Shift+?' ? '?' : command.keys,
    onSelect: () => {
      onClose();
      command.run(context);
    },
  }));
  return (
    <Palette
      query={query}
      onQueryChange={(next) => {
        setQuery(next);
        setAnswer('');
      }}
      items={[...typed, ...listed]}
      answer={answer === '' && parsed.kind === 'usage' ? parsed.message : answer}
      onClose={onClose}
    />
  );
}
