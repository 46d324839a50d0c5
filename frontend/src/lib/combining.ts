/** A run of combining marks longer than any language needs (fewer than ten on one character). */
const run = /(\p{M}{50})/u;

/** Splits a text at such runs: odd indexes hold 50 marks each, even ones the text between. */
export function combiningRuns(text: string): readonly string[] {
  return text.split(run);
}
