import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { User } from '@/api/types';
import { AppProviders } from '@/app/providers';
import { makeStore, type AppStore } from '@/app/store';
import { makeMemoryRouter, type InitialEntry, type MemoryRouter } from './memoryRouter';
import { signedInAs } from './server';

interface RenderOptions {
  /** Who is signed in; `null` for nobody. */
  readonly user: User | null;
  readonly locked?: boolean;
}

interface Rendered {
  readonly operator: UserEvent;
  readonly store: AppStore;
  readonly router: MemoryRouter;
  /** Takes the page off the screen, as a closed window does. */
  readonly unmount: () => void;
}

/**
 * Shows an address with the real router, store, guards and listeners; only the server is a stand-in. Set its answers up
 * with `answer` and `refuse` before.
 */
export function renderRoute(path: InitialEntry, { user, locked = false }: RenderOptions): Rendered {
  signedInAs(user, { locked });
  const store = makeStore();
  const router = makeMemoryRouter(path);
  const { unmount } = render(<AppProviders store={store} router={router} />);
  return { operator: userEvent.setup(), store, router, unmount };
}

export async function findToast(title: string): Promise<HTMLElement> {
  // A dialog that is still open hides the notice from assistive technology; it is on screen all the same.
  const region = await screen.findByRole('region', { name: /notifications/i, hidden: true });
  const others = new Set<string>();
  return waitFor(() => {
    const notices = within(region).queryAllByRole('listitem', { hidden: true });
    const wanted = notices.find((notice) => within(notice).queryByText(title) !== null);
    if (wanted !== undefined) return wanted;
    // A notice is gone after five seconds: the failure names those that came in its place.
    for (const { textContent } of notices) others.add(textContent);
    throw new Error(`No notice says "${title}"; those seen: ${JSON.stringify([...others])}.`);
  });
}
