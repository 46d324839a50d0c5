/**
 * Values that the browser remembers between visits. Never a token or a secret. If storage fails (blocked, full, private
 * window), nothing is remembered.
 */
interface Stored {
  /** The last applied theme, for the first paint. */
  readonly theme: string;
  /** Whether single-key shortcuts are on. */
  readonly hotkeys: boolean;
  /** Whether all entries of the security log are expanded. */
  readonly logOpen: boolean;
  /** Size of the rows of the repository. */
  readonly density: 'comfortable' | 'compact';
  readonly diff: 'inline' | 'side';
  /** How reviewers see the texts of submissions and edits. */
  readonly submissionText: 'text' | 'source' | 'compare';
  readonly editText: 'text' | 'source' | 'compare';
  /** The access key of the last sign-in in this browser. */
  readonly accessKey: string;
  /** The username of an unfinished two-factor sign-in. */
  readonly pendingUser: string;
  /** The screen that the page was last reloaded for because a script was missing, so that it is reloaded only once. */
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
    // The value then lives only in memory.
  }
}

export function clearStored(key: keyof Stored): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    // As above.
  }
}
