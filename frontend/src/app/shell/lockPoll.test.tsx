import { Profiler } from 'react';
import { act, render, screen } from '@testing-library/react';
import { api } from '@/api/endpoints';
import { factory } from '@/testing/factories';
import { makeMemoryRouter } from '@/testing/memoryRouter';
import { rest } from '@/testing/rest';
import { signedInAs } from '@/testing/server';
import { AppProviders } from '../providers';
import { makeStore } from '../store';

test('a response that the site is still open renders nothing', async () => {
  signedInAs(factory.user());
  const store = makeStore();
  const rendered = jest.fn();
  render(
    <Profiler id="page" onRender={rendered}>
      <AppProviders store={store} router={makeMemoryRouter('/nowhere')} />
    </Profiler>,
  );
  await screen.findByRole('heading', { level: 1 });
  await rest();
  rendered.mockClear();
  await act(async () => {
    await store.dispatch(api.endpoints.getSiteLockStatus.initiate(undefined, { forceRefetch: true }));
  });
  expect(rendered).not.toHaveBeenCalled();
});
