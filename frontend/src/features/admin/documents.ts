import type { Tone } from '@/components/Text';
import type { AdminDocument } from '@/api/types';

/** A word about a document that is not simply on file. */
export interface Mark {
  readonly word: string;
  readonly tone: Tone;
}

type Marked = Pick<AdminDocument, 'isArchived' | 'isDraft' | 'isTemplate' | 'scheduledReleaseAt'>;

/** What sets a document apart from those on file, at a moment in milliseconds. */
export function marksOf(document: Marked, now: number): readonly Mark[] {
  const { scheduledReleaseAt } = document;
  const unreleased = scheduledReleaseAt !== null && Date.parse(scheduledReleaseAt) > now;
  return [
    ...(document.isArchived ? [{ word: 'Archived', tone: 'muted' } as const] : []),
    ...(unreleased ? [{ word: 'Unreleased', tone: 'warn' } as const] : []),
    ...(document.isDraft ? [{ word: 'Draft', tone: 'info' } as const] : []),
    ...(document.isTemplate ? [{ word: 'Template', tone: 'info' } as const] : []),
  ];
}
