import { dropFromJournal, keepInJournal, readJournal } from './journal';
import { newAttemptKey } from './keys';
import { isSlotFree } from './slots';

/** Text of an edit that was not sent, as this browser keeps it for one person. */
export interface KeptEdit {
  readonly documentId: string;
  /** The title in the form. */
  readonly title: string;
  /** When it was last changed, RFC 3339. */
  readonly at: string;
  /** What the form of the document makes sense of. */
  readonly draft: unknown;
}

/** A kept edit and the slot under which the journal has it. */
export interface KeptEditEntry extends KeptEdit {
  readonly slot: string;
}

const prefix = 'edit.';

/** Whether a slot of the journal is that of an edit. */
export function isEditSlot(slot: string): boolean {
  return slot.startsWith(prefix);
}

/** Returns a slot for an edit of this document that no other window has. */
export function newEditSlot(documentId: string): string {
  return `${prefix}${documentId}.${newAttemptKey()}`;
}

function readKeptEdit(slot: string, value: unknown): KeptEditEntry | null {
  if (!isEditSlot(slot) || typeof value !== 'object' || value === null) return null;
  const { documentId, title, at, draft } = value as Readonly<Record<string, unknown>>;
  return typeof documentId === 'string' && typeof title === 'string' && typeof at === 'string'
    ? { slot, documentId, title, at, draft }
    : null;
}

/** Returns the unsent edits of this person that no window of this browser is writing, the last changed first. */
export async function readFreeEdits(person: string): Promise<readonly KeptEditEntry[]> {
  const free: KeptEditEntry[] = [];
  for (const { slot, value } of await readJournal(person)) {
    const kept = readKeptEdit(slot, value);
    if (kept !== null && (await isSlotFree(slot))) free.push(kept);
  }
  return free.sort((left, right) => right.at.localeCompare(left.at));
}

/**
 * Keeps the text of an edit that no form shows, for example of one that its author withdrew. Returns its slot once the
 * browser has it; `null` if the browser does not keep it.
 */
export async function keepEdit(person: string, edit: KeptEdit): Promise<string | null> {
  const slot = newEditSlot(edit.documentId);
  await keepInJournal({ person, slot, value: edit });
  const isKept = (await readJournal(person)).some((entry) => entry.slot === slot);
  return isKept ? slot : null;
}

/** Removes an unsent edit that its author has taken over or does not want. */
export async function discardEdit(person: string, slot: string): Promise<void> {
  await dropFromJournal(person, slot);
}
