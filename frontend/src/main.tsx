import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { App } from '@/app/App';

/** The server writes a fresh one into every page; the placeholder means that a development server did not. */
const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content;
const usable = nonce && !nonce.startsWith('__') ? nonce : undefined;

// The scroll lock of dialogs makes its style element with this.
if (usable) setNonce(usable);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App nonce={usable} />);
