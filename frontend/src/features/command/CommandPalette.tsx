import { useEffect, useState } from 'react';
import { Palette, type PaletteGroup, type PaletteItem } from '@/components/Palette';
import { availableCommands, type Answer, type Command, type CommandContext } from '@/commands/table';
import { useCommandLine } from '@/commands/useCommandLine';
import { canUseAdminPanel } from '@/lib/permissions';
import { plural } from '@/lib/text';
import { useAppDispatch, useAppSelector } from '@/state/hooks';
import type { RecordState } from '@/state/recordState';
import { themePreviewed } from '@/state/uiSlice';
import { themeNames } from '@/theme/themes';
import {
  commandItem,
  matchesTheme,
  suggestionItem,
  personItem,
  recordItem,
  themeItem,
  themeOfItem,
} from './items';
import { markTyped, parseQuery, type PaletteQuery } from './paletteQuery';
import { useResults, type Results } from './useResults';

interface CommandPaletteProps {
  readonly context: CommandContext;
  readonly onClose: () => void;
}

const prefixes = [
  { sign: '#', meaning: 'short id' },
  { sign: '@', meaning: 'person' },
  { sign: '>', meaning: 'command' },
  { sign: '"', meaning: 'exact words' },
];

/** Whether the typed text names a command or screen; true for all before anything is typed. */
function isNamed(command: Command, { scope, text }: PaletteQuery): boolean {
  if (scope !== 'all' && scope !== 'commands') return false;
  const words = `${command.id} ${command.label}`.toLowerCase();
  return (
    text
      .toLowerCase()
      .split(/\s+/)
      .every((word) => words.includes(word)) || markTyped(words, text) !== null
  );
}

/** The message of the palette besides its results. */
function remarkOn(question: PaletteQuery, results: Results, context: CommandContext, count: number): string {
  const { scope, line, text } = question;
  if (line.usage) return line.usage;
  if (scope === 'people' && !(context.user && canUseAdminPanel(context.user))) {
    return 'ACCESS DENIED. Administrators only.';
  }
  if (results.remark !== '') return results.remark;
  if (text === '' || count > 0 || results.isPending) return '';
  return scope === 'commands' ? 'UNKNOWN COMMAND. Type help.' : 'NOTHING FOUND. Type > for commands.';
}

/** Previews the theme of the selected line, and returns to the saved one afterwards. */
function useThemePreview(walked: string | null): void {
  const dispatch = useAppDispatch();
  const name = themeOfItem(walked);
  useEffect(() => {
    dispatch(themePreviewed(name));
  }, [dispatch, name]);
  useEffect(
    () => () => {
      dispatch(themePreviewed(null));
    },
    [dispatch],
  );
}

/**
 * A search over everything: records, people, screens and commands. A complete line such as `theme dark` also runs here.
 */
export function CommandPalette({ context, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState('');
  const [walked, setWalked] = useState<string | null>(null);
  const theme = useAppSelector((state) => state.ui.theme);
  const run = useCommandLine();
  const question = parseQuery(query);
  const results = useResults(question, context.user);
  useThemePreview(walked);

  const conclude = (outcome: Answer | null) => {
    if (outcome === null) return;
    if (outcome.text === '') onClose();
    else setAnswer(outcome.text);
  };
  const go = (path: string, from?: 'search') => {
    onClose();
    const marked = from === 'search' ? question.words : null;
    const state = context.user && ({ person: context.user.id, marked, list: null } satisfies RecordState);
    context.navigate(path, state);
  };
  const type = (line: string) => {
    setQuery(line);
    setAnswer('');
  };
  const runLine = () => {
    const outcome = run(question.text);
    // Synchronously if possible, so that the palette and the screen behind it change together.
    if (outcome instanceof Promise) void outcome.then(conclude);
    else conclude(outcome);
  };
  const runCommand = (command: Command) => () => {
    onClose();
    command.run(context);
  };

  const { text, scope } = question;
  const typedLine: readonly PaletteItem[] = question.line.run
    ? [{ id: 'typed', lead: 'run', label: text, hint: 'enter runs', onSelect: runLine }]
    : [];
  const commands = availableCommands(context.user, context.locked, context.viewedAs);
  const named = commands.filter((command) => isNamed(command, question));
  const themesFirst = /^theme\b/i.test(text);
  const themes = themeNames
    .filter((name) => (scope === 'all' || scope === 'commands') && matchesTheme(name, text))
    .toSorted((one, other) => Number(other === theme) - Number(one === theme))
    .map((name) =>
      themeItem(name, text, name === theme, () => {
        onClose();
        context.setTheme(name);
      }),
    );
  const others = named
    .filter(({ isPlace }) => isPlace !== true)
    .map((command) => commandItem(command, text, runCommand(command)));
  const isWhole = text === '' || scope === 'commands' || themesFirst;
  const group = (name: string, items: readonly PaletteItem[]): PaletteGroup => ({ name, items, isWhole });
  const groups = [
    group('Run', typedLine),
    group(
      'Records',
      results.records.map((record) => recordItem(record, 'title', go)),
    ),
    group(
      'In the text',
      results.texts.map((record) => recordItem(record, 'text', go)),
    ),
    group(
      'In files',
      results.files.map((record) => recordItem(record, 'file', go)),
    ),
    group(
      'Spelling',
      results.suggested.map((meant) => suggestionItem(meant, type)),
    ),
    group('Commands', themesFirst ? [...themes, ...others] : [...others, ...themes]),
    group(
      'Places',
      named
        .filter(({ isPlace }) => isPlace)
        .map((command) => commandItem(command, text, runCommand(command))),
    ),
    group(
      'People',
      results.people.map((person) => personItem(person, text, go)),
    ),
  ];
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);

  return (
    <Palette
      query={query}
      onQueryChange={type}
      groups={groups}
      prefixes={prefixes}
      answer={answer || remarkOn(question, results, context, count)}
      count={text === '' || results.isPending ? '' : plural(count, 'result')}
      isPending={results.isPending}
      onWalk={setWalked}
      onClose={onClose}
    />
  );
}
