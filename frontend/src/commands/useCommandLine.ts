import { useCallback, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { api } from '@/api/endpoints';
import type { DocumentSummary } from '@/api/types';
import { describeError } from '@/api/errors';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canUseAdminPanel } from '@/lib/permissions';
import { isOffered, placeOf, type PlainPlaceId } from '@/lib/places';
import { useAppDispatch, type AppDispatch } from '@/state/hooks';
import { helpText, parseCommand, type ParsedCommand } from './parser';
import type { CommandContext } from './registry';
import { useCommandContext } from './useCommandContext';

const wholeId = 36;

/** The readable records whose id begins with the reference. */
async function findByReference(
  dispatch: AppDispatch,
  reference: string,
): Promise<readonly DocumentSummary[]> {
  const request = dispatch(
    api.endpoints.listDocuments.initiate({ view: 'summary' }, { subscribe: false, forceRefetch: true }),
  );
  const documents = await request.unwrap();
  return documents.filter((document) => document.id.startsWith(reference));
}

/** Opens the record that a reference means, or says why it cannot. */
async function openRecord(
  reference: string,
  dispatch: AppDispatch,
  navigate: (path: string) => void,
): Promise<string> {
  if (reference.length === wholeId) {
    navigate(paths.document(reference));
    return '';
  }
  const found = await findByReference(dispatch, reference);
  const [only] = found;
  const label = shortId('DOC', reference);
  if (only === undefined) return `NO RECORD ${label} WITHIN YOUR CLEARANCE.`;
  if (found.length > 1) return `${found.length} RECORDS BEGIN WITH ${label}. Type more of the id.`;
  navigate(paths.document(only.id));
  return '';
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

/** What a command answers: the text to show, at once or after a call; empty where the terminal moves on. */
type Outcome = string | Promise<string>;

function execute(
  command: ParsedCommand,
  context: CommandContext,
  open: (reference: string) => Outcome,
): Outcome {
  switch (command.kind) {
    case 'empty':
      return '';
    case 'open':
      return open(command.reference);
    case 'find':
      context.navigate(paths.documentsFiltered({ q: command.text }));
      return '';
    case 'goto':
      return goTo(command.place, context);
    case 'theme':
      context.setTheme(command.theme);
      return `THEME ${command.theme.toUpperCase()} SET.`;
    case 'lock':
      return lock(command.locked, context);
    case 'logout':
      context.logout();
      return '';
    case 'help':
      return helpText;
    case 'usage':
      return command.message;
    case 'unknown':
      return 'UNKNOWN COMMAND. Type help.';
  }
}

/**
 * Carries out a typed line and answers with what to show; empty where the terminal moves on. A lookup that is answered after
 * the operator has left for another address, or has closed the palette, does not navigate any more.
 */
export function useCommandLine(): (line: string) => Outcome {
  const context = useCommandContext();
  const dispatch = useAppDispatch();
  const { key } = useLocation();
  const here = useRef<string | null>(null);
  useEffect(() => {
    here.current = key;
    return () => {
      here.current = null;
    };
  }, [key]);

  return useCallback(
    (line: string) => {
      const open = async (reference: string) => {
        const start = here.current;
        const stay = () => here.current === null || here.current !== start;
        try {
          return await openRecord(reference, dispatch, (path) => {
            if (!stay()) context.navigate(path);
          });
        } catch (error) {
          return describeError(error);
        }
      };
      return execute(parseCommand(line), context, open);
    },
    [context, dispatch],
  );
}
