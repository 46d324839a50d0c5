import { register } from './register';

/** Forms of this window that hold unsaved text. The page is not reloaded while there are any. */
const holders = new Set<symbol>();

/** Says that a form holds text. Returns a function that releases the hold. */
export function holdText(): () => void {
  return register(holders, Symbol('form'));
}

/** The forms of this window that save what they hold. */
const savers = new Set<() => Promise<unknown>>();

/** Registers how to save what a form holds. Returns a function that removes it again. */
export function savesText(save: () => Promise<unknown>): () => void {
  return register(savers, save);
}

/** Saves what the forms of this window hold. Resolves when that has ended, or after `patience` milliseconds. */
export async function saveHeldText(patience: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([Promise.all([...savers].map((save) => save())), late]);
  clearTimeout(timer);
}

export function isTextHeld(): boolean {
  return holders.size > 0;
}
