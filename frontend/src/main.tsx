import { createRoot } from 'react-dom/client';
import { setNonce } from 'get-nonce';
import { App } from '@/app/App';
import { nonceOf } from '@/lib/nonce';

const nonce = nonceOf(document);

// The scroll lock of dialogs makes its style element with this.
if (nonce) setNonce(nonce);

const root = document.getElementById('root');
if (root) createRoot(root).render(<App nonce={nonce} />);
