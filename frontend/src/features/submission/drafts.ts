import type { DraftSummary } from '@/api/types';
import { paths } from '@/lib/paths';
import { shorten } from '@/lib/text';

export function nameOf({ title }: Pick<DraftSummary, 'title'>): string {
  return title === null || title.trim() === '' ? 'Untitled' : title;
}

/** What a draft is called where its text is not shown beside it: its title, else its first words. */
export function wordsOf({ title, preview }: Pick<DraftSummary, 'title' | 'preview'>, length: number): string {
  const isNamed = title !== null && title.trim() !== '';
  return isNamed || preview === '' ? shorten(nameOf({ title }), length) : `"${shorten(preview, length)}"`;
}

/** Where a draft is continued: an edit in the form of its document. */
export function pathOfDraft({ id, documentId }: Pick<DraftSummary, 'id' | 'documentId'>): string {
  return documentId === null ? paths.draft(id) : paths.documentEdit(documentId);
}
