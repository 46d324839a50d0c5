/** Milliseconds within which a second key completes a sequence such as `g d`. */
export const sequenceTime = 1000;

/**
 * Follows key presses. The returned function takes the next one, by its character and its time in milliseconds, and returns
 * the sequence that it completes (`g d`), or `null`.
 */
export function followSequences(sequences: readonly string[]): {
  readonly take: (key: string, at: number) => string | null;
  /** Forgets the first half of a sequence. */
  readonly reset: () => void;
} {
  const known = new Set(sequences);
  const firstKeys = new Set(sequences.map((sequence) => sequence.split(' ')[0]));
  let first: { readonly key: string; readonly at: number } | null = null;
  return {
    take: (key, at) => {
      const sequence = first !== null && at - first.at < sequenceTime ? `${first.key} ${key}` : null;
      if (sequence !== null && known.has(sequence)) {
        first = null;
        return sequence;
      }
      first = firstKeys.has(key) ? { key, at } : null;
      return null;
    },
    reset: () => {
      first = null;
    },
  };
}
