import { screen, waitFor, within } from '@testing-library/react';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { openDesk } from '@/testing/reviewDesk';

const bar = () => within(screen.getByRole('contentinfo', { name: 'Status' }));

test('the status bar names the open case by its title and its short id', async () => {
  const { submission } = await openDesk();
  await waitFor(() => expect(bar().getByText(submission.title)).toBeInTheDocument());
  expect(screen.getByRole('contentinfo', { name: 'Status' })).toHaveTextContent(
    new RegExp(`${submission.title} SUB-[0-9A-F]{6}`),
  );
});

test('an address is shown without record ids', async () => {
  renderRoute('/sector/00000000-0000-4000-8000-000000000001/nine', { user: factory.user() });
  await screen.findByRole('heading', { level: 1 });
  expect(bar().getByText('/sector/nine')).toBeInTheDocument();
});
