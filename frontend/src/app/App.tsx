import { AppProviders } from './providers';
import { makeBrowserRouter } from './router';
import { makeStore } from './store';

const store = makeStore();
const router = makeBrowserRouter();

/** The whole client. */
export function App({ nonce }: { readonly nonce?: string | undefined }) {
  return <AppProviders store={store} router={router} nonce={nonce} />;
}
