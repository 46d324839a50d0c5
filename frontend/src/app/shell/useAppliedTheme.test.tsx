import { readFileSync } from 'node:fs';
import path from 'node:path';
import { act, screen, waitFor } from '@testing-library/react';
import { api } from '@/api/endpoints';
import { themeApplied } from '@/state/uiSlice';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';
import { themeNames } from '@/theme/themes';
import { palettes } from '@/theme/tokens';

const themeColor = document.createElement('meta');
themeColor.name = 'theme-color';

beforeEach(() => {
  document.head.append(themeColor);
});

afterEach(() => {
  themeColor.remove();
});

test('the page starts with the color of the default theme', () => {
  const page = readFileSync(path.resolve(__dirname, '../../../public/index.html'), 'utf8');
  expect(page).toContain(`<meta name="theme-color" content="${palettes['green-matrix'].void}" />`);
});

test('the last applied theme is set before the client starts', async () => {
  localStorage.setItem('facility.theme', '"dark"');
  document.documentElement.className = '';
  await import('@/boot');
  expect(document.documentElement).toHaveClass('theme-dark');
});

test("each theme sets the browser's theme color to its background", async () => {
  const { store } = renderRoute('/', { user: factory.user() });
  await screen.findByRole('navigation', { name: 'Command menu' });
  for (const name of themeNames) {
    act(() => {
      store.dispatch(themeApplied(name));
    });
    expect([document.documentElement.className, themeColor.content]).toEqual([
      `theme-${name}`,
      palettes[name].void,
    ]);
  }
});

test('a lockdown sets its own color, and unlocking restores the theme', async () => {
  const { store } = renderRoute('/', { user: factory.admin(), locked: true });
  await waitFor(() => expect(themeColor.content).toBe(palettes.lockdown.void));
  answer('get', '/api/site-lock-status', { isLocked: false });
  await act(async () => {
    await store.dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { forceRefetch: true }));
  });
  await waitFor(() => expect(themeColor.content).toBe(palettes['green-matrix'].void));
});
