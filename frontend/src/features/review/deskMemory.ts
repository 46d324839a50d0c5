/** How many decided cases are remembered: more than a queue has while it is being loaded again. */
const mostDone = 200;

/** What the review desk of one person remembers while it is not on screen. */
export interface DeskMemory {
  /**
   * The cases that were decided or discarded here, each for one wait. They outlive the desk: on a phone, closing a case
   * replaces it while the queue that still has the case is being loaded again.
   */
  readonly done: ReadonlySet<string>;
  /** The case that was a page of its own last: the queue opens at it. */
  readonly lastPage: string;
}

const empty: DeskMemory = { done: new Set(), lastPage: '' };

let memory: DeskMemory = empty;
let owner: string | null = null;

/** What this person's desk remembers. What another person's desk remembered is discarded. */
export function deskMemory(person: string): DeskMemory {
  if (owner !== person) {
    owner = person;
    memory = empty;
  }
  return memory;
}

/** Remembers that this wait of a case is over. Returns all of them. */
export function rememberDone(person: string, wait: string): ReadonlySet<string> {
  const before = deskMemory(person);
  memory = { ...before, done: new Set([...before.done, wait].slice(-mostDone)) };
  return memory.done;
}

/** Remembers the case that is a page of its own; empty for none. */
export function rememberPage(person: string, id: string): void {
  memory = { ...deskMemory(person), lastPage: id };
}
