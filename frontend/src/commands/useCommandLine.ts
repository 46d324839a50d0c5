import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { api } from '@/api/endpoints';
import type { DocumentSummary } from '@/api/types';
import { describeError } from '@/api/errors';
import { byLabel, shortId, type DocumentReference } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canUseAdminPanel } from '@/lib/permissions';
import { isOffered, placeOf, type PlainPlaceId } from '@/lib/places';
import { useAppDispatch, type AppDispatch } from '@/state/hooks';
import { helpText, parseCommand, type ParsedCommand } from './parser';
import type { CommandContext } from './registry';
import { useCommandContext } from './useCommandContext';

/** What a line answers: a text, and records to choose from. Both are empty if the terminal moves on. */
export interface Answer {
  readonly text: string;
  readonly records: readonly DocumentSummary[];
}

/** The answer of a line after which the terminal moves on. */
export const noAnswer: Answer = { text: '', records: [] };

const say = (text: string): Answer => ({ text, records: [] });

/** Opens the record that a reference means, or answers why it cannot. */
async function openRecord(
  reference: DocumentReference,
  dispatch: AppDispatch,
  navigate: (path: string) => void,
): Promise<Answer> {
  if ('id' in reference) {
    navigate(paths.document(reference.id));
    return noAnswer;
  }
  const records = await dispatch(
    api.endpoints.listDocuments.initiate(byLabel(reference.label), { subscribe: false }),
  ).unwrap();
  const [first] = records;
  const label = shortId('DOC', reference.label, 12);
  if (first === undefined) return say(`NO RECORD ${label} WITHIN YOUR CLEARANCE.`);
  if (records.length > 1) {
    return { text: `${records.length} RECORDS BEGIN WITH ${label}. Choose one.`, records };
  }
  navigate(paths.document(first.id));
  return noAnswer;
}

function goTo(id: PlainPlaceId, context: CommandContext): string {
  const { pattern, access } = placeOf(id);
  if (access === 'admin' && !isOffered(id, context.user)) return 'ACCESS DENIED. Administrators only.';
  context.navigate(pattern);
  return '';
}

function lock(wanted: boolean, context: CommandContext): string {
  if (!(context.user && canUseAdminPanel(context.user))) return 'ACCESS DENIED. Administrators only.';
  if (context.locked === wanted) return wanted ? 'THE SITE IS ALREADY LOCKED.' : 'THE SITE IS NOT LOCKED.';
  context.askLock(wanted);
  return '';
}

/** The answer of a command, at once or after a call; `null` if nobody waits for it any more. */
type Outcome = Answer | Promise<Answer | null>;

function execute(
  command: ParsedCommand,
  context: CommandContext,
  open: (reference: DocumentReference) => Outcome,
): Outcome {
  switch (command.kind) {
    case 'empty':
      return noAnswer;
    case 'open':
      return open(command.reference);
    case 'find':
      context.navigate(paths.documentsFiltered({ q: command.text }));
      return noAnswer;
    case 'goto':
      return say(goTo(command.place, context));
    case 'theme':
      context.setTheme(command.theme);
      return say(`THEME ${command.theme.toUpperCase()} SET.`);
    case 'lock':
      return say(lock(command.locked, context));
    case 'logout':
      context.logout();
      return noAnswer;
    case 'help':
      return say(helpText);
    case 'usage':
      return say(command.message);
    case 'unknown':
      return say('UNKNOWN COMMAND. Type help.');
  }
}

/**
 * Returns a function that executes a typed line and returns its answer. A lookup does not navigate if the operator has left
 * for another address, closed the palette or entered another line before it was answered.
 */
export function useCommandLine(): (line: string) => Outcome {
  const context = useCommandContext();
  const dispatch = useAppDispatch();
  const { key } = useLocation();
  const here = useRef<string | null>(null);
  const lines = useRef(0);
  useEffect(() => {
    here.current = key;
    return () => {
      here.current = null;
    };
  }, [key]);

  return useCallback(
    (line: string) => {
      lines.current += 1;
      const start = { key: here.current, line: lines.current };
      const isCurrent = () =>
        here.current !== null && here.current === start.key && lines.current === start.line;
      const open = async (reference: DocumentReference) => {
        try {
          const answer = await openRecord(reference, dispatch, (path) => {
            if (isCurrent()) context.navigate(path);
          });
          return isCurrent() ? answer : null;
        } catch (error) {
          return isCurrent() ? say(describeError(error)) : null;
        }
      };
      return execute(parseCommand(line), context, open);
    },
    [context, dispatch],
  );
}
