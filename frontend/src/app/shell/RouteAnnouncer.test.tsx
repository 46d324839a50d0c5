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
  await waitFor(() =>
    expect(screen.queryByRole('heading', { level: 1, name: /SECURE TERMINAL/ })).not.toBeInTheDocument(),
  );
  const arrive = async () => {
    answerNow();
    // A layer hides the screen below.
    return screen.findByRole('heading', { level: 1, name: 'Late arrival', hidden: true });
  };
  return { ...view, arrive };
}

test('the heading of a screen that arrives late gets the focus', async () => {
  const { arrive } = await goToSlowRecord();
  const heading = await arrive();
  await waitFor(() => expect(heading).toHaveFocus());
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

test('a heading that is replaced under a layer gets the focus once the layer is closed', async () => {
  const { arrive, operator } = await goToSlowRecord();
  // By pointer: keys would be kept for the screen that is coming.
  await operator.click(screen.getByRole('button', { name: /cmd/ }));
  const field = await screen.findByRole('combobox', { name: 'Commands' });
  const heading = await arrive();
  expect(field).toHaveFocus();
  await operator.keyboard('{Escape}');
  await waitFor(() => expect(heading).toHaveFocus());
});
