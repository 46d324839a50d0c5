import { act, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { server } from '@/testing/server';

test('the form of one draft is not shown under the address of another that has not arrived', async () => {
  sessionStorage.clear();
  server.use(
    http.get('*/api/user/drafts/:id', ({ params }) =>
      params.id === 'd1'
        ? HttpResponse.json(factory.draft({ id: 'd1', title: 'First draft' }))
        : new Promise<never>(() => undefined),
    ),
  );
  const { router } = renderRoute(paths.draft('d1'), { user: factory.user() });
  expect(await screen.findByDisplayValue('First draft')).toBeInTheDocument();
  await act(() => router.navigate(paths.draft('d2')));
  expect(await screen.findByText('RETRIEVING DRAFT')).toBeInTheDocument();
  expect(screen.queryByDisplayValue('First draft')).not.toBeInTheDocument();
});
