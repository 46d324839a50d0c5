import { register } from './register';

/** Forms of this window that hold unsaved text. The page is not reloaded while there are any. */
const holders = new Set<symbol>();

/** Marks a form as holding text. Returns a function that releases it. */
export function holdText(): () => void {
  return register(holders, Symbol('form'));
}

/** Functions that save the held text, one for each form. */
const textSavers = new Set<() => Promise<unknown>>();

/** Registers a function that saves the text of a form. Returns a function that removes it. */
export function savesText(save: () => Promise<unknown>): () => void {
  return register(textSavers, save);
}

/** Saves the text of all forms. Resolves when that has ended, or after `patience` milliseconds. */
export async function saveHeldText(patience: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patience);
  });
  await Promise.race([Promise.all([...textSavers].map((save) => save())), late]);
  clearTimeout(timer);
}

export function isTextHeld(): boolean {
  return holders.size > 0;
}
