import { act, screen, waitFor } from '@testing-library/react';
import { api } from '@/api/endpoints';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const count = (name: string) => screen.findByRole('link', { name });

test('what is unread is counted on every screen and leads to the main terminal', async () => {
  const calls = answer('get', '/api/user/notifications', [], { headers: { 'X-Unread-Count': '3' } });
  renderRoute('/templates', { user: factory.user() });
  expect(await count('News 3 unread')).toHaveAttribute('href', '/');
  expect(calls[0]?.url.searchParams.get('limit')).toBe('1');
  await expectNoAxeViolations();
});

test('nothing is shown while nothing is unread, and large numbers are cut', async () => {
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

test('emergency access has no news and asks for none', async () => {
  const calls = answer('get', '/api/user/notifications', []);
  renderRoute('/templates', { user: factory.emergency() });
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => {
    expect(calls).toHaveLength(0);
  });
});
