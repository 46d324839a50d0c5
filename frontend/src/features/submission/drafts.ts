import type { DraftSummary } from '@/api/types';
import { paths } from '@/lib/paths';
import { shorten } from '@/lib/text';

/** Longest start of a text that stands for its title, in characters. */
const longest = 60;

/** What a draft is called: its title, else its first words. */
export function nameOf({ title, preview }: Pick<DraftSummary, 'title' | 'preview'>): string {
  if (title !== null && title.trim() !== '') return title;
  return preview === '' ? 'Untitled' : `"${shorten(preview, longest)}"`;
}

/** Where a draft is continued: an edit in the form of its document. */
export function pathOfDraft({ id, documentId }: Pick<DraftSummary, 'id' | 'documentId'>): string {
  return documentId === null ? paths.draft(id) : paths.documentEdit(documentId);
}
