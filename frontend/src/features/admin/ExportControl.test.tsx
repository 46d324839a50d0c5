import { screen, within } from '@testing-library/react';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const downloads: string[] = [];

beforeEach(() => {
  downloads.length = 0;
  answer('get', '/api/admin/submissions', []);
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (this.hasAttribute('download')) downloads.push(this.getAttribute('href') ?? '');
  });
});

afterEach(() => {
  jest.restoreAllMocks();
});

async function ask() {
  const { operator } = renderRoute('/admin', { user: factory.admin({ clearanceLevel: 5 }) });
  await operator.click(await screen.findByRole('button', { name: 'Export' }));
  return { operator, dialog: await screen.findByRole('alertdialog', { name: 'Export installation' }) };
}

test('the browser downloads the installation after a confirmation', async () => {
  const { operator, dialog } = await ask();
  expect(downloads).toEqual([]);
  await operator.click(within(dialog).getByRole('button', { name: 'Export' }));
  expect(downloads).toEqual(['/api/admin/export']);
  expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
});

test('an export that is not confirmed downloads nothing', async () => {
  const { operator, dialog } = await ask();
  await operator.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(downloads).toEqual([]);
});

test('administrators below level 5 are not offered the export', async () => {
  renderRoute('/admin', { user: factory.admin({ clearanceLevel: 4 }) });
  await screen.findByRole('heading', { level: 1, name: 'Control panel' });
  expect(screen.queryByRole('button', { name: 'Export' })).not.toBeInTheDocument();
});

test('users download their own records by a link in the workspace', async () => {
  answer('get', '/api/user/submissions', []);
  answer('get', '/api/user/timed-out', []);
  renderRoute('/drafts', { user: factory.user() });
  const link = await screen.findByRole('link', { name: 'Export my records' });
  expect(link).toHaveAttribute('href', '/api/user/export');
  expect(link).toHaveAttribute('download');
});
