import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { server } from '@/testing/server';

const record = factory.document({ id: 'doc1', title: 'Late arrival' });

/** Goes to a record whose answer arrives when it is let. */
async function goToSlowRecord() {
  let answerNow: () => void = () => undefined;
  const answered = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  server.use(
    http.get('*/api/documents/doc1', async () => {
      await answered;
      return HttpResponse.json(record);
    }),
  );
  const view = renderRoute('/', { user: factory.user() });
  await screen.findByRole('heading', { level: 1, name: /SECURE TERMINAL/ });
  await act(() => view.router.navigate('/documents/doc1'));
  await waitFor(() => {
    expect(screen.queryByRole('heading', { level: 1, name: /SECURE TERMINAL/ })).not.toBeInTheDocument();
  });
  const arrive = async () => {
    answerNow();
    return screen.findByRole('heading', { level: 1, name: 'Late arrival' });
  };
  return { ...view, arrive };
}

test('the heading of a screen that arrives late gets the focus', async () => {
  const { arrive } = await goToSlowRecord();
  const heading = await arrive();
  await waitFor(() => {
    expect(heading).toHaveFocus();
  });
});

// Keys that are pressed meanwhile are kept for the screen that is coming.
test('a reader who has gone elsewhere by pointer keeps the focus there', async () => {
  const { arrive, operator } = await goToSlowRecord();
  const skip = screen.getByRole('link', { name: /skip/i });
  await operator.pointer({ target: skip, keys: '[MouseLeft>]' });
  expect(skip).toHaveFocus();
  const heading = await arrive();
  expect(heading).not.toHaveFocus();
  expect(skip).toHaveFocus();
});
