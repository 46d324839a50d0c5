import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { User } from '@/api/types';
import { AppProviders } from '@/app/providers';
import { makeStore, type AppStore } from '@/app/store';
import { makeMemoryRouter, type InitialEntry, type MemoryRouter } from './memoryRouter';
import { signedInAs } from './server';

interface RenderOptions {
  /** The signed-in user; `null` for none. */
  readonly user: User | null;
  readonly locked?: boolean;
}

interface Rendered {
  readonly operator: UserEvent;
  readonly store: AppStore;
  readonly router: MemoryRouter;
  /** Unmounts the page, as closing the window does. */
  readonly unmount: () => void;
}

/**
 * Renders an address with the real router, store, guards and listeners; only the server is simulated. Set up its
 * responses with `answer` and `refuse` first.
 */
export function renderRoute(path: InitialEntry, { user, locked = false }: RenderOptions): Rendered {
  signedInAs(user, { locked });
  const store = makeStore();
  const router = makeMemoryRouter(path);
  const { unmount } = render(<AppProviders store={store} router={router} />);
  return { operator: userEvent.setup(), store, router, unmount };
}

export async function findToast(title: string): Promise<HTMLElement> {
  // An open dialog hides the notification from assistive technology, but it is on screen.
  const region = await screen.findByRole('region', { name: /notifications/i, hidden: true });
  const others = new Set<string>();
  return waitFor(() => {
    const notices = within(region).queryAllByRole('listitem', { hidden: true });
    const wanted = notices.find((notice) => within(notice).queryByText(title) !== null);
    if (wanted !== undefined) return wanted;
    // A notification disappears after five seconds, so the failure message lists those that were seen.
    for (const { textContent } of notices) others.add(textContent);
    throw new Error(`No notification "${title}"; seen: ${JSON.stringify([...others])}.`);
  });
}
