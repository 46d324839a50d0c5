import { clearStored, readStored, writeStored } from './storage';

/**
 * Loads a page's code. After a new release the old page's scripts are gone: the first failure reloads the whole page
 * once, which brings the new names; a second failure is a real one and is thrown.
 */
export async function lazyWithRetry<Module>(
  name: string,
  load: () => Promise<Module>,
  reload: () => void = () => {
    location.reload();
  },
): Promise<Module> {
  try {
    const loaded = await load();
    if (readStored('reloadedFor') === name) clearStored('reloadedFor');
    return loaded;
  } catch (error) {
    if (readStored('reloadedFor') === name) {
      clearStored('reloadedFor');
      throw error;
    }
    writeStored('reloadedFor', name);
    reload();
    // The page is on its way out; a promise that stays open keeps the error screen from flashing.
    return new Promise<Module>(() => undefined);
  }
}
