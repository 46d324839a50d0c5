import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '@/api/endpoints';
import type { News } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';
import { watched } from '@/testing/watching';

const count = (name: string) => screen.findByRole('link', { name });

test('the number of unread notifications is on every screen and links to the list', async () => {
  const calls = answer('get', '/api/user/notifications', [], { headers: { 'X-Unread-Count': '3' } });
  renderRoute('/templates', { user: factory.user() });
  expect(await count('News 3 unread')).toHaveAttribute('href', '/#news');
  expect(calls[0]?.url.searchParams.get('limit')).toBe('5');
  await expectNoAxeViolations();
});

test('alerts of administrators are counted in their own place, not as notifications', async () => {
  answer('get', '/api/user/notifications', [], { headers: { 'X-Unread-Count': '3' } });
  answer('get', '/api/admin/security-alerts', [watched.alert()]);
  answer('get', '/api/admin/deadline-reminders', [watched.reminder({ readAt: null })]);
  renderRoute('/templates', { user: factory.admin() });
  expect(await count('News 1 unread')).toBeInTheDocument();
});

test('nothing is shown if nothing is unread, and large numbers are capped', async () => {
  let unread = '0';
  answer('get', '/api/user/notifications', [], {
    get headers() {
      return { 'X-Unread-Count': unread };
    },
  });
  const { store } = renderRoute('/templates', { user: factory.user() });
  await screen.findByRole('heading', { level: 1 });
  expect(screen.queryByRole('link', { name: /^News/ })).not.toBeInTheDocument();
  unread = '120';
  act(() => {
    store.dispatch(api.util.invalidateTags(['News']));
  });
  expect(await count('News 99+ unread')).toBeInTheDocument();
});

describe('announcing', () => {
  const at = (minute: number) => `2026-03-14T09:${minute}:00.000Z`;
  /** Notifications that the test changes; `told` requests them again and returns what is announced. */
  function open(user = factory.user()) {
    const state: { items: News[]; count: number } = { items: [], count: 0 };
    const calls = answer('get', '/api/user/notifications', () => state.items, {
      get headers() {
        return { 'X-Unread-Count': String(state.count) };
      },
    });
    const show = async () => {
      const { store } = renderRoute('/templates', { user });
      // What is unread before the announcer is loaded is not announced.
      await counted(state.count);
      await within(screen.getByRole('banner')).findByRole('status');
      return async (count: number, items: News[]) => {
        Object.assign(state, { items, count });
        const asked = calls.length;
        act(() => {
          store.dispatch(api.util.invalidateTags(['News']));
        });
        await waitFor(() => expect(calls.length).toBeGreaterThan(asked));
        await counted(count);
      };
    };
    return { state, show };
  }
  const counted = async (unread: number) => {
    if (unread > 0) await count(`News ${unread} unread`);
    else await waitFor(() => expect(screen.queryByRole('link', { name: /^News/ })).not.toBeInTheDocument());
  };
  const said = () => within(screen.getByRole('banner')).getByRole('status').textContent;
  /** The announcement follows the count. */
  const expectSaid = (words: string) =>
    waitFor(() => {
      expect(said()).toBe(words);
    });

  test('a new item is announced once, and earlier ones are not', async () => {
    const old = factory.news({ message: 'An old one.', createdAt: at(10) });
    const { state, show } = open();
    Object.assign(state, { items: [old], count: 1 });
    const told = await show();
    expect(said()).toBe('');

    const fresh = factory.news({ message: 'Your submission "The stair" was approved.', createdAt: at(11) });
    await told(2, [fresh, old]);
    await expectSaid('1 news item: Your submission "The stair" was approved.');

    const next = [11, 12].map((minute) => factory.news({ message: `No. ${minute}.`, createdAt: at(minute) }));
    await told(4, [...next, fresh, old]);
    await expectSaid('2 news items: No. 11. No. 12.');

    // Read in another window: the remaining one is not new.
    await told(1, [old]);
    expect(said()).toBe('2 news items: No. 11. No. 12.');
  });

  test('an older item that appears because others were read is not new', async () => {
    const [hidden, ...shown] = [10, 11, 12, 13, 14, 15].map((minute) =>
      factory.news({ message: `No. ${minute}.`, createdAt: at(minute) }),
    );
    const { state, show } = open();
    Object.assign(state, { items: shown.toReversed(), count: 6 });
    const told = await show();
    await told(1, hidden === undefined ? [] : [hidden]);
    expect(said()).toBe('');
  });

  test('alerts and deadlines of administrators are announced only by their panel', async () => {
    const { state, show } = open(factory.admin());
    Object.assign(state, { items: [factory.news({ createdAt: at(10) })], count: 1 });
    const told = await show();
    const kinds = ['security_alert', 'deadline', 'submission_approved'] as const;
    await told(
      4,
      kinds.map((kind, n) => factory.news({ kind, message: `${kind}.`, createdAt: at(11 + n) })),
    );
    await expectSaid('1 news item: submission_approved.');
  });
});

test('emergency access has no notifications and requests none', async () => {
  const calls = answer('get', '/api/user/notifications', []);
  renderRoute('/templates', { user: factory.emergency() });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(calls).toHaveLength(0));
});
