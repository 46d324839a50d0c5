/** Members about files that the generated client does not have yet. It replaces this module. */

/** Where a search was found in a file of a record. */
export interface FileMatch {
  readonly fileId: string;
  readonly name: string;
  /** The part of its text around the first match, on one line. */
  readonly snippet: string;
  /** Positions of the search words in `snippet`: `[start, end]` in UTF-16 units, ascending, without overlap. */
  readonly matches?: readonly (readonly number[])[] | null;
}

/** The text of a file; `none` if it has none that can be read. */
export interface ObjectText {
  readonly state: 'waiting' | 'ready' | 'none';
  /** At most 200,000 characters; `null` unless it is ready. */
  readonly text: string | null;
}
