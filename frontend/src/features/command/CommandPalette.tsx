import { useState } from 'react';
import { Palette, type PaletteItem } from '@/components/Palette';
import { parseCommand } from '@/commands/parser';
import { availableCommands, type CommandContext } from '@/commands/registry';
import { useCommandLine } from '@/commands/useCommandLine';
import { useToast } from '@/state/hooks';

interface CommandPaletteProps {
  readonly context: CommandContext;
  readonly onClose: () => void;
}

/** Every command by name; a whole line such as `find eleven seconds` works here as it does on the command line. */
export function CommandPalette({ context, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const run = useCommandLine();
  const toast = useToast();
  const parsed = parseCommand(query).kind;

  const typed: readonly PaletteItem[] =
    parsed === 'empty' || parsed === 'unknown'
      ? []
      : [
          {
            id: 'typed',
            label: query,
            group: 'Run',
            onSelect: () => {
              onClose();
              void run(query).then((answer) => {
                if (answer !== '') toast({ tone: 'info', title: query.trim(), description: answer });
              });
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
  return <Palette query={query} onQueryChange={setQuery} items={[...typed, ...listed]} onClose={onClose} />;
}
