import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { server } from '@/testing/server';

const said = (name: string) => document.documentElement.style.getPropertyValue(`--sheet-${name}`);

test('a printed record contains its title, short id, level and the user who prints it', async () => {
  const record = factory.document({ id: '3fa9c1d0-7b1e', title: `The keeper's lamp`, clearanceLevel: 2 });
  server.use(http.get(`*/api/documents/${record.id}`, () => HttpResponse.json(record)));
  renderRoute(`/documents/${record.id}`, { user: factory.user({ username: 'k-osei', clearanceLevel: 3 }) });
  await screen.findByRole('heading', { level: 1, name: record.title });
  await waitFor(() => {
    window.dispatchEvent(new Event('beforeprint'));
    expect(said('title')).toBe(String.raw`'The keeper\27 s lamp'`);
  });
  expect(said('label')).toBe(String.raw`'DOC\2d 3FA9C1 LEVEL 2'`);
  expect(said('printed')).toMatch(/UTC by k\\2d osei\\2e {2}Printed copies/);
  expect(said('clearance')).toBe(String.raw`'Printed with the clearance of level 3\2e '`);
});
