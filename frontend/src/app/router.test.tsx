import { screen, waitFor } from '@testing-library/react';
import { placeAt, placeIds, placeOf } from '@/lib/places';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const addresses = placeIds.map((id) => [placeOf(id).pattern.replace(':id', 'x'), id] as const);

test.each(addresses.filter(([, id]) => placeOf(id).access !== 'public'))(
  '%s sends a visitor who is not signed in to the entrance',
  async (address) => {
    const { router } = renderRoute(address, { user: null });
    expect(await screen.findByRole('heading', { name: 'Terminal access' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/auth');
  },
);

test.each(addresses.filter(([, id]) => placeOf(id).access === 'admin'))(
  '%s sends a user without administrator rights to the main terminal',
  async (address) => {
    const { router } = renderRoute(address, { user: factory.user() });
    expect(await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/');
  },
);

test.each(addresses)('%s leads to one screen, in any case and with a trailing slash', (address, id) => {
  const params = address.includes('x') && placeOf(id).pattern.includes(':') ? { id: 'x' } : {};
  expect(placeAt(address)).toEqual({ id, params });
  expect(placeAt(`${address.toUpperCase()}/`)?.id).toBe(id);
  expect(placeAt(`${address}/y/z`)).toBeNull();
});

test('the window is named after the record on screen, without direction controls', async () => {
  const record = factory.document({ title: 'Door\u202E fdp\u2069 seven' });
  answer('get', '/api/documents/:id', record);
  answer('get', '/api/documents', []);
  const { router } = renderRoute(`/documents/${record.id}`, { user: factory.user() });
  await waitFor(() => expect(document.title).toBe('Door fdp seven - Facility Terminal'));
  await waitFor(() => router.navigate('/settings'));
  await screen.findByRole('heading', { level: 1, name: 'Settings' });
  expect(document.title).toBe('Settings - Facility Terminal');
});
