import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { server } from '@/testing/server';

const record = factory.document({ id: 'doc1', title: 'Late arrival' });

/** Navigates to a record whose response arrives when the returned function is called. */
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

// Keys pressed in the meantime are buffered for the screen that is loading.
test('a user who has moved the focus by pointer keeps it there', async () => {
  const { arrive, operator } = await goToSlowRecord();
  const skip = screen.getByRole('link', { name: /skip/i });
  await operator.pointer({ target: skip, keys: '[MouseLeft>]' });
  expect(skip).toHaveFocus();
  const heading = await arrive();
  expect(heading).not.toHaveFocus();
  expect(skip).toHaveFocus();
});

test('a heading that is replaced under a layer gets the focus once the layer closes', async () => {
  const { arrive, operator } = await goToSlowRecord();
  // By pointer, because keys would be buffered for the screen that is loading.
  await operator.click(screen.getByRole('button', { name: /cmd/ }));
  const field = await screen.findByRole('combobox', { name: 'Commands' });
  const heading = await arrive();
  expect(field).toHaveFocus();
  await operator.keyboard('{Escape}');
  await waitFor(() => expect(heading).toHaveFocus());
});
