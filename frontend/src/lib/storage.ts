/**
 * What the browser remembers between visits. Never a token or anything secret. Reading and writing may fail (blocked,
 * full, private window); then the terminal simply does not remember.
 */
interface Stored {
  /** The theme last worn, so that the first paint is in it. */
  readonly theme: string;
  /** Whether single-key shortcuts are on. */
  readonly hotkeys: boolean;
  /** Whether every entry of the security log is open. */
  readonly logOpen: boolean;
  /** How much of a record a row of the repository shows. */
  readonly density: 'comfortable' | 'compact';
  readonly diff: 'inline' | 'side';
  /** How the texts of submissions and of edits are shown to reviewers. */
  readonly submissionText: 'text' | 'source' | 'compare';
  readonly editText: 'text' | 'source' | 'compare';
  /** The access key with which somebody last signed in here. */
  readonly accessKey: string;
  /** The name whose second factor is asked for. */
  readonly pendingUser: string;
  /** Set before the one reload that follows a missing script, so that it stays one. */
  readonly reloadedFor: string;
}

const prefix = 'facility.';

export function readStored<Key extends keyof Stored>(key: Key): Stored[Key] | null {
  try {
    const text = localStorage.getItem(prefix + key);
    return text === null ? null : (JSON.parse(text) as Stored[Key]);
  } catch {
    return null;
  }
}

export function writeStored<Key extends keyof Stored>(key: Key, value: Stored[Key]): void {
  try {
    localStorage.setItem(prefix + key, JSON.stringify(value));
  } catch {
    // Nothing to do: the value lives on in memory until the page goes.
  }
}

export function clearStored(key: keyof Stored): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // As above.
  }
}
