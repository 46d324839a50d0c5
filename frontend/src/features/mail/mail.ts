import type { Mail } from '@/api/types';
import type { Tone } from '@/components/Text';
import { formatUntil } from '@/lib/ago';

/** How often the list is asked for, in milliseconds: that a message was sent is not announced. */
export const mailPolling = 30_000;

/** What became of a message, in one word. */
export function resultOf({ state, tries }: Mail): readonly [words: string, tone: Tone] {
  if (state === 'sent') return ['SENT', 'ok'];
  if (state === 'failed') return ['NOT SENT', 'danger'];
  return tries > 0 ? ['RETRYING', 'warn'] : ['QUEUED', 'muted'];
}

/** Why a message was not sent yet, and when it is tried next. Empty if there is nothing to say. */
export function remarkOf({ state, lastError, nextTryAt, tries }: Mail, now: number): string {
  if (lastError === null) return '';
  const next =
    state !== 'queued' || nextTryAt === null
      ? ''
      : Date.parse(nextTryAt) > now
        ? `. Try ${tries + 1} ${formatUntil(nextTryAt, now)}`
        : `. Try ${tries + 1} now`;
  return `${lastError}${next}`;
}
