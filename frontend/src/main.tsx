import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { tolerateForeignNodes } from '@/lib/foreignNodes';
import { nextTask } from '@/lib/nextTask';
import { nonceOf } from '@/lib/nonce';
import { watchPastes } from '@/lib/pasteLine';
import { browserEntries } from '@/router/browserEntries';

const nonce = nonceOf(document);

// The scroll lock of dialogs creates its style element with this nonce.
if (nonce) setNonce(nonce);

/**
 * Evaluates the program in steps: all at once would block a slow processor for a quarter of a second. `eager` modules
 * are part of this script, so nothing is loaded.
 */
async function begin(root: HTMLElement): Promise<void> {
  await nextTask();
  const { makeStore } = await import(/* webpackMode: "eager" */ '@/app/store');
  const { requestInitialData } = await import(/* webpackMode: "eager" */ '@/app/initialRequests');
  const store = makeStore();
  requestInitialData(store);
  await nextTask();
  const { makeScreenRouter } = await import(/* webpackMode: "eager" */ '@/app/router');
  const { AppProviders } = await import(/* webpackMode: "eager" */ '@/app/providers');
  await nextTask();
  const router = makeScreenRouter(browserEntries);
  await nextTask();
  createRoot(root).render(<AppProviders store={store} router={router} nonce={nonce} />);
}

const root = document.getElementById('root');
tolerateForeignNodes(document.body);
watchPastes(document);
if (root) void begin(root);
