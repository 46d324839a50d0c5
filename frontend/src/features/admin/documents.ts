import type { Tone } from '@/components/Text';
import type { AdminDocument } from '@/api/types';
import { releaseTime, upcomingRelease } from '@/lib/releaseDate';

/** A word about a document that is not simply on file. */
export interface Mark {
  readonly word: string;
  readonly tone: Tone;
}

type Marked = Pick<AdminDocument, 'isArchived' | 'isDraft' | 'isTemplate' | 'scheduledReleaseAt'>;

/** What sets a document apart from those on file, at a moment in milliseconds. */
export function marksOf(document: Marked, now: number): readonly Mark[] {
  const release = upcomingRelease(document.scheduledReleaseAt, now);
  return [
    ...(document.isArchived ? [{ word: 'Archived', tone: 'muted' } as const] : []),
    ...(release === null ? [] : [{ word: `Releases ${releaseTime(release)}`, tone: 'warn' } as const]),
    ...(document.isDraft ? [{ word: 'Draft', tone: 'info' } as const] : []),
    ...(document.isTemplate ? [{ word: 'Template', tone: 'info' } as const] : []),
  ];
}
