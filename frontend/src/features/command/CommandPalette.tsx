import { useState } from 'react';
import { skipToken } from '@reduxjs/toolkit/query/react';
import { useListDocumentsQuery } from '@/api/endpoints';
import type { DocumentSummary } from '@/api/types';
import { Palette, type PaletteItem } from '@/components/Palette';
import { parseCommand, type ParsedCommand } from '@/commands/parser';
import { availableCommands, type CommandContext } from '@/commands/registry';
import { useCommandLine, type Answer } from '@/commands/useCommandLine';
import { byLabel, parseDocumentReference, shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { withoutBidiControls } from '@/lib/text';
import { useRested } from '@/state/useRested';

interface CommandPaletteProps {
  readonly context: CommandContext;
  readonly onClose: () => void;
}

/** Lines that are not commands yet: the palette shows how to complete them instead of offering to run them. */
const incomplete: readonly string[] = ['empty', 'unknown', 'usage'];

/** Milliseconds without typing after which a label is looked up. */
const restBeforeLookup = 150;

interface Lookup {
  readonly records: readonly DocumentSummary[];
  /** What to say while there are none; empty if the text may mean something else. */
  readonly remark: string;
}

const nothingFound: Lookup = { records: [], remark: '' };

function remarkOn(label: string, records: readonly DocumentSummary[] | undefined): string {
  const name = shortId('DOC', label, 12);
  if (records === undefined) return `Looking up ${name}`;
  return records.length === 0 ? `NO RECORD ${name} WITHIN YOUR CLEARANCE.` : '';
}

/** The records whose id begins with what is typed: `DOC-3FA9C1`, its digits, or `open` with either. */
function useLookup(query: string, parsed: ParsedCommand, signedIn: boolean): Lookup {
  const reference = parsed.kind === 'open' ? parsed.reference : parseDocumentReference(query);
  const label = reference !== null && 'label' in reference ? reference.label : null;
  const rested = useRested(label, restBeforeLookup);
  const { currentData, isError } = useListDocumentsQuery(
    signedIn && rested !== null ? byLabel(rested) : skipToken,
  );
  if (label === null) return nothingFound;
  const records = label === rested ? currentData : undefined;
  const isMeant = /^\s*doc-/i.test(query) && !isError;
  return { records: records ?? [], remark: isMeant ? remarkOn(label, records) : '' };
}

/** Every command by name; a whole line such as `find eleven seconds` works here as it does on the command line. */
export function CommandPalette({ context, onClose }: CommandPaletteProps) {
  const [query, setQuery] = useState('');
  const [answer, setAnswer] = useState('');
  const run = useCommandLine();
  const parsed = parseCommand(query);
  const { records, remark } = useLookup(query, parsed, context.user !== null);

  const conclude = (outcome: Answer | null) => {
    if (outcome === null) return;
    if (outcome.text === '') onClose();
    else setAnswer(outcome.text);
  };
  const found = records.map(({ id, title, clearanceLevel }): PaletteItem => ({
    id: `record-${id}`,
    label: `${shortId('DOC', id)} ${withoutBidiControls(title)}, level ${clearanceLevel}`,
    group: 'Records',
    always: true,
    onSelect: () => {
      onClose();
      context.navigate(paths.document(id));
    },
  }));
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
            if (outcome instanceof Promise) void outcome.then(conclude);
            else conclude(outcome);
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
      items={[...typed, ...found, ...listed]}
      answer={answer === '' && parsed.kind === 'usage' ? parsed.message : answer || remark}
      onClose={onClose}
    />
  );
}
