/**
 * Text that was typed and not sent, kept in this window's own storage until it is sent or discarded: a reload, a change of
 * tab or screen, a lost session or a lockdown takes nothing away. Each belongs to one person, so that the next one at this
 * window never finds it in a form. Storage may fail (blocked, full); then the text lives on in the form alone.
 */

function keyOf(person: string, name: string): string {
  return `facility.draft.${person}.${name}`;
}

/** Forms that show a draft now, by its key. */
const shown = new Map<string, Set<(sent: string | null) => void>>();

/** What was kept; `null` where nothing was, or what was cannot be read. */
export function readDraft(person: string, name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(person, name)) ?? 'null');
  } catch {
    return null;
  }
}

/** Keeps a value in the place of what was kept before; `null` keeps nothing. */
export function keepDraft(person: string, name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(keyOf(person, name));
    else sessionStorage.setItem(keyOf(person, name), JSON.stringify(value));
  } catch {
    // The text lives on in the form.
  }
}

/**
 * The draft has been sent, or is not wanted any more: it goes from storage and from every form that shows it, also from
 * one that was opened while it was on its way. With `sent`, only a draft that is still the same as what was sent goes.
 */
export function discardDraft(person: string, name: string, sent?: unknown): void {
  const text = sent === undefined ? null : JSON.stringify(sent);
  if (text === null || JSON.stringify(readDraft(person, name)) === text) keepDraft(person, name, null);
  for (const tell of shown.get(keyOf(person, name)) ?? []) tell(text);
}

/**
 * Calls `tell` when the draft is discarded, with the JSON of what was sent, or `null` when all of it goes. Returns a
 * function that ends it.
 */
export function onDiscard(person: string, name: string, tell: (sent: string | null) => void): () => void {
  const key = keyOf(person, name);
  const forms = shown.get(key) ?? new Set();
  shown.set(key, forms.add(tell));
  return () => {
    forms.delete(tell);
    if (forms.size === 0) shown.delete(key);
  };
}
