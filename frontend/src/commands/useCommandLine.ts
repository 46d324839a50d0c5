import { useCallback } from 'react';
import { api } from '@/api/endpoints';
import type { DocumentSummary } from '@/api/types';
import { describeError } from '@/api/errors';
import { shortId } from '@/lib/ids';
import { paths } from '@/lib/paths';
import { canUseAdminPanel } from '@/lib/permissions';
import { useAppDispatch, type AppDispatch } from '@/state/hooks';
import { helpText, parseCommand, type ParsedCommand } from './parser';
import type { CommandContext } from './registry';
import { useCommandContext } from './useCommandContext';

const wholeId = 36;

/** Goes through the readable records for those whose id begins as typed; stops once there are two. */
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

async function open(reference: string, context: CommandContext, dispatch: AppDispatch): Promise<string> {
  if (reference.length === wholeId) {
    context.navigate(paths.document(reference));
    return '';
  }
  const found = await findByReference(dispatch, reference);
  const [only] = found;
  if (only === undefined) return `NO RECORD ${shortId('DOC', reference)} WITHIN YOUR CLEARANCE.`;
  if (found.length > 1)
    return `${found.length} RECORDS BEGIN WITH ${shortId('DOC', reference)}. Type more of the id.`;
  context.navigate(paths.document(only.id));
  return '';
}

function goTo(command: { readonly path: string; readonly admin: boolean }, context: CommandContext): string {
  if (command.admin && !(context.user && canUseAdminPanel(context.user)))
    return 'ACCESS DENIED. Administrators only.';
  context.navigate(command.path);
  return '';
}

function lock(wanted: boolean, context: CommandContext): string {
  if (!(context.user && canUseAdminPanel(context.user))) return 'ACCESS DENIED. Administrators only.';
  if (context.locked === wanted) return wanted ? 'THE SITE IS LOCKED ALREADY.' : 'THE SITE IS NOT LOCKED.';
  context.askLock(wanted);
  return '';
}

async function execute(
  command: ParsedCommand,
  context: CommandContext,
  dispatch: AppDispatch,
): Promise<string> {
  switch (command.kind) {
    case 'empty':
      return '';
    case 'open':
      return open(command.reference, context, dispatch);
    case 'find':
      context.navigate(paths.documentsFiltered({ q: command.text }));
      return '';
    case 'goto':
      return goTo(command, context);
    case 'theme':
      context.wearTheme(command.theme);
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

/** Carries out a typed line and answers with what to show; empty where the terminal simply moves on. */
export function useCommandLine(): (line: string) => Promise<string> {
  const context = useCommandContext();
  const dispatch = useAppDispatch();
  return useCallback(
    async (line: string) => {
      try {
        return await execute(parseCommand(line), context, dispatch);
      } catch (error) {
        return describeError(error);
      }
    },
    [context, dispatch],
  );
}
