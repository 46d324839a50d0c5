import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { afresh } from '@/api/baseApi';
import { api } from '@/api/endpoints';
import type { DocumentSummary } from '@/api/types';
import type { ClearanceLevel } from '@/lib/clearance';
import { describeError } from '@/lib/errors';
import { byLabel, shortId, type DocumentReference } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canUseAdminPanel } from '@/lib/permissions';
import { isOffered, maxSearchLength, placeOf, type PlainPlaceId } from '@/lib/places';
import { viewableLevels } from '@/lib/viewAs';
import { useAppDispatch, type AppDispatch } from '@/state/hooks';
import { helpText, parseCommand, type ParsedCommand } from './parser';
import type { CommandContext } from './registry';
import { useCommandContext } from './useCommandContext';

interface AnswerLink {
  readonly label: string;
  readonly to: string;
}

/** What a line answers: a text, records to choose from and a link. All are empty if the terminal moves on. */
export interface Answer {
  readonly text: string;
  readonly records: readonly DocumentSummary[];
  readonly link?: AnswerLink;
}

/** The answer of a line after which the terminal moves on. */
const noAnswer: Answer = { text: '', records: [] };

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

/** Number of records that a search on the command line shows. */
const mostFound = 3;

/** Counts the records that match and answers with the newest. */
async function findRecord(text: string, dispatch: AppDispatch): Promise<Answer> {
  const { findRecords } = await import(/* webpackChunkName: "find" */ '@/api/find');
  const question = { q: text.slice(0, maxSearchLength), limit: mostFound, sort: 'newest' } as const;
  const { items, matching, atLeast } = await dispatch(findRecords.initiate(question, afresh)).unwrap();
  if (items.length === 0) return say(`NO RECORD MENTIONS "${text}".`);
  const count = `${matching}${atLeast ? ' or more' : ''} ${matching === 1 ? 'record mentions' : 'records mention'}`;
  const which = matching > items.length ? ' Newest:' : '';
  return {
    text: `${count} "${text}".${which}`,
    records: items,
    link: { label: 'Show in the repository', to: paths.documentsFiltered({ q: text }) },
  };
}

function goTo(id: PlainPlaceId, context: CommandContext, here: string): string {
  const { pattern, access, label } = placeOf(id);
  if (access === 'admin' && !isOffered(id, context.user)) return 'ACCESS DENIED. Administrators only.';
  if (pattern === here) return `YOU ARE ALREADY HERE: ${label ?? pattern}.`;
  context.navigate(pattern);
  return '';
}

function lock(wanted: boolean, context: CommandContext): string {
  if (!(context.user && canUseAdminPanel(context.user))) return 'ACCESS DENIED. Administrators only.';
  if (context.locked === wanted) return wanted ? 'THE SITE IS ALREADY LOCKED.' : 'THE SITE IS NOT LOCKED.';
  context.askLock(wanted);
  return '';
}

function view(level: ClearanceLevel | null, context: CommandContext): string {
  const levels = context.user === null ? [] : viewableLevels(context.user);
  if (levels.length === 0) return 'ACCESS DENIED. Administrators only.';
  if (level !== null && !levels.includes(level)) return `LEVEL ${level} IS ABOVE YOUR OWN.`;
  if (level === context.viewedAs)
    return level === null ? 'YOU ARE VIEWING AS YOURSELF.' : `YOU ARE ALREADY VIEWING AS LEVEL ${level}.`;
  context.viewAs(level);
  return '';
}

/** The answer of a command, at once or after a call; `null` if nobody waits for it any more. */
type Outcome = Answer | Promise<Answer | null>;

interface Lookups {
  /** The path of the screen. */
  readonly here: string;
  readonly open: (reference: DocumentReference) => Outcome;
  /** Answers a search in place; `null` to show it in the repository. */
  readonly find: ((text: string) => Outcome) | null;
}

function execute(command: ParsedCommand, context: CommandContext, { here, open, find }: Lookups): Outcome {
  switch (command.kind) {
    case 'empty':
      return noAnswer;
    case 'open':
      return open(command.reference);
    case 'find':
      if (find !== null) return find(command.text);
      context.navigate(paths.documentsFiltered({ q: command.text }));
      return noAnswer;
    case 'goto':
      return say(goTo(command.place, context, here));
    case 'theme':
      context.setTheme(command.theme);
      return say(`THEME ${command.theme.toUpperCase()} SET.`);
    case 'lock':
      return say(lock(command.locked, context));
    case 'view':
      return say(view(command.level, context));
    case 'logout':
      context.logout();
      return noAnswer;
    case 'help':
      return say(helpText(context.user, command.about));
    case 'usage':
      return say(command.message);
    default:
      return say('UNKNOWN COMMAND. Type help.');
  }
}

/**
 * Returns a function that executes a typed line and returns its answer. With `findsInPlace`, searches are answered too;
 * otherwise they open the repository. A lookup neither navigates nor answers if the operator has left for another address,
 * closed the palette or entered another line in the meantime.
 */
export function useCommandLine({ findsInPlace = false } = {}): (line: string) => Outcome {
  const context = useCommandContext();
  const dispatch = useAppDispatch();
  const { key, pathname } = useLocation();
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
      const lookUp = async (work: () => Promise<Answer>) => {
        try {
          const answer = await work();
          return isCurrent() ? answer : null;
        } catch (error) {
          return isCurrent() ? say(describeError(error)) : null;
        }
      };
      const go = (path: string) => {
        if (isCurrent()) context.navigate(path);
      };
      return execute(parseCommand(line), context, {
        here: pathname,
        open: (reference) => lookUp(() => openRecord(reference, dispatch, go)),
        find: findsInPlace ? (text) => lookUp(() => findRecord(text, dispatch)) : null,
      });
    },
    [context, dispatch, findsInPlace, pathname],
  );
}
