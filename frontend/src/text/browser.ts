import { keepDraft, readDraft } from '@/lib/drafts';
import { register } from '@/lib/register';
import { isSlotFree } from './claims';
import { dropFromJournal, journalWriter, readJournal, type JournalWriter } from './journal';
import type { KeptText, TextKeeper } from './keptText';

/**
 * The texts of one person in this browser: in the storage of their window, where a reload finds them at once, and in
 * the browser's database until the server has them, which survives the window and the browser.
 */

function storageName(name: string): string {
  return `text.${name}`;
}

/** Reads what was kept; `null` if it is not a text. */
function asKept(value: unknown): KeptText<unknown> | null {
  if (typeof value !== 'object' || value === null) return null;
  const { name, slot, at } = value as Readonly<Record<string, unknown>>;
  const isKept = typeof name === 'string' && typeof slot === 'string' && typeof at === 'string';
  return isKept && 'text' in value && 'draft' in value ? (value as KeptText<unknown>) : null;
}

/** Maximum number of saved texts that a window keeps for the back button. */
const mostSaved = 8;

/** Names of the texts in this window that the server has, the oldest first. */
const saved = new Set<string>();

function forgetOldest(person: string): void {
  for (const name of [...saved].slice(0, Math.max(0, saved.size - mostSaved))) {
    saved.delete(name);
    keepDraft(person, storageName(name), null);
  }
}

/** Callbacks of the forms of this window. */
const listeners = new Set<(person: string, ended: KeptText<unknown>) => void>();

export function keeperOf<Text>(person: string): TextKeeper<Text> {
  const writers = new Map<string, JournalWriter>();
  const writer = (slot: string): JournalWriter => {
    const found = writers.get(slot) ?? journalWriter(person, slot);
    writers.set(slot, found);
    return found;
  };
  return {
    keep: (kept) => {
      if (!kept.isDiscarded) keepDraft(person, storageName(kept.name), kept);
      if (!kept.isSaved) {
        writer(kept.slot).keep(kept);
        saved.delete(kept.name);
        return;
      }
      writer(kept.slot).drop();
      saved.delete(kept.name);
      saved.add(kept.name);
      forgetOldest(person);
    },
    drop: (kept) => {
      writer(kept.slot).drop();
      saved.delete(kept.name);
      if (keptHere(person, kept.name)?.slot === kept.slot) keepDraft(person, storageName(kept.name), null);
    },
    end: (kept) => {
      for (const tell of [...listeners]) tell(person, kept);
    },
    onEnd: (tell) =>
      register(listeners, (of, ended) => {
        if (of === person) tell(ended as KeptText<Text>);
      }),
  };
}

/** Returns the text of a form as this window keeps it; `null` for none. */
export function keptHere(person: string, name: string): KeptText<unknown> | null {
  return asKept(readDraft(person, storageName(name)));
}

/**
 * Returns the texts of this person that no window of this browser is writing, the last changed first. Removes what is
 * no text.
 */
export async function freeTexts(person: string): Promise<readonly KeptText<unknown>[]> {
  const free: KeptText<unknown>[] = [];
  for (const { slot, value } of await readJournal(person)) {
    const kept = asKept(value);
    if (kept === null) await dropFromJournal(person, slot);
    else if (await isSlotFree(slot)) free.push(kept);
  }
  return free.sort((left, right) => right.at.localeCompare(left.at));
}

/** Returns the newest such text of a form; `null` for none. */
export async function freeText(person: string, name: string): Promise<KeptText<unknown> | null> {
  const found = (await freeTexts(person)).find((kept) => kept.name === name && !kept.isDiscarded);
  return found ?? null;
}
