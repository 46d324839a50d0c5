/** Runs of combining marks that are longer than any language needs: on one character it needs less than ten. */
const run = /(\p{M}{50})/u;

/** A text cut at such runs: at odd places are 50 marks each, at even ones what is between them. */
export function combiningRuns(text: string): readonly string[] {
  return text.split(run);
}
