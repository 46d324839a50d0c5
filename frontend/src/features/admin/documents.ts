import type { Tone } from '@/components/Text';
import type { AdminDocument } from '@/api/types';
import { releaseTime, upcomingRelease } from '@/lib/releaseDate';

/** A word that marks a document as archived, unreleased, a draft or a template. */
export interface Mark {
  readonly word: string;
  readonly tone: Tone;
}

type Marked = Pick<AdminDocument, 'isArchived' | 'isDraft' | 'isTemplate' | 'scheduledReleaseAt'>;

/** The marks of a document at a time in milliseconds. */
export function marksOf(document: Marked, now: number): readonly Mark[] {
  const release = upcomingRelease(document.scheduledReleaseAt, now);
  return [
    ...(document.isArchived ? [{ word: 'Archived', tone: 'muted' } as const] : []),
    ...(release === null ? [] : [{ word: `Releases ${releaseTime(release)}`, tone: 'warn' } as const]),
    ...(document.isDraft ? [{ word: 'Draft', tone: 'info' } as const] : []),
    ...(document.isTemplate ? [{ word: 'Template', tone: 'info' } as const] : []),
  ];
}
