/** How many decided cases are remembered: more than a queue has while it is being loaded again. */
const mostDone = 200;

/** What the desks of one person remember while they are not on screen. */
interface DeskMemory {
  readonly owner: string | null;
  /**
   * The cases that were decided or discarded here, each for one wait. They outlive the desk: on a phone, closing a case
   * replaces it while the queue that still has the case is being loaded again.
   */
  done: ReadonlySet<string>;
  /** The case that was a page of its own last, of each kind: the queue opens at it. */
  readonly pages: Map<string, string>;
}

let memory: DeskMemory = { owner: null, done: new Set(), pages: new Map() };

/** What this person's desks remember. What another person's remembered is discarded. */
export function deskMemory(person: string): DeskMemory {
  if (memory.owner !== person) memory = { owner: person, done: new Set(), pages: new Map() };
  return memory;
}

/** Remembers that this wait of a case is over. Returns all of them. */
export function rememberDone(person: string, wait: string): ReadonlySet<string> {
  const desk = deskMemory(person);
  desk.done = new Set([...desk.done, wait].slice(-mostDone));
  return desk.done;
}
