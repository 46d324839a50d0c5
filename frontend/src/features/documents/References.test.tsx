import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { renderRoute } from '@/testing/render';
import { answer, server } from '@/testing/server';

const owner = factory.user();
const document = factory.document({
  submittedBy: owner.id,
  content: 'By [[The gate]], [[ DOC-4fa9c1 ]], [[Nowhere]], `[[The gate]]` and [[not named]].',
  links: [
    { label: 'The gate', id: 'gate', title: 'The wall', clearanceLevel: 1 },
    { label: 'DOC-4fa9c1', id: 'hall', title: 'The hall', clearanceLevel: 2 },
    { label: 'Nowhere', id: null, title: null, clearanceLevel: null },
    { label: 'Nowhere|there', id: null, title: null, clearanceLevel: null },
  ],
});
const address = `/documents/${document.id}`;

test('links of the text lead to records, and broken ones are text with a mark', async () => {
  answer('get', '/api/documents/:id', document);
  renderRoute(address, { user: factory.user() });
  const content = await screen.findByRole('region', { name: 'Content' });
  expect(await within(content).findByRole('link', { name: 'The gate' })).toHaveAttribute(
    'href',
    '/documents/gate',
  );
  expect(within(content).getByRole('link', { name: 'The hall' })).toHaveAttribute('href', '/documents/hall');
  expect(within(content).getAllByRole('link')).toHaveLength(2);
  expect(content).toHaveTextContent('Nowhere (link to no record), [[The gate]] and [[not named]].');
  expect(screen.queryByRole('region', { name: /^Broken links/ })).not.toBeInTheDocument();
  await expectNoAxeViolations();
});

test('references in both directions are listed, and broken links for the owner', async () => {
  answer('get', '/api/documents/:id', document);
  const calls = answer('get', '/api/documents/:id/backlinks', [
    { id: 'stair', title: 'The stair', clearanceLevel: 1 },
  ]);
  renderRoute(address, { user: owner });
  const from = await screen.findByRole('region', { name: 'Referred to by 1' });
  expect(within(from).getByRole('link', { name: 'The stair' })).toHaveAttribute('href', '/documents/stair');
  const to = screen.getByRole('region', { name: 'Refers to 2' });
  expect(
    within(to)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual(['The wall', 'The hall']);
  expect(screen.getByRole('region', { name: 'Broken links 1' })).toHaveTextContent('Nowhere');
  expect(calls.map((call) => call.params.id)).toEqual([document.id]);
});

test('a long list of references is loaded page by page', async () => {
  answer('get', '/api/documents/:id', document);
  const reference = (title: string) => ({ id: title, title, clearanceLevel: 1 });
  const reads: (string | null)[][] = [];
  server.use(
    http.get('*/api/documents/:id/backlinks', ({ request }) => {
      const { searchParams } = new URL(request.url);
      const after = searchParams.get('after');
      reads.push([searchParams.get('limit'), after]);
      const next = after === null && { Link: '</api/documents/1/backlinks?after=sealed>; rel="next"' };
      return HttpResponse.json([reference(after === null ? 'The ramp' : 'The stair')], {
        headers: { 'X-Total-Count': '2', ...next },
      });
    }),
  );
  const { operator } = renderRoute(address, { user: owner });
  const from = await screen.findByRole('region', { name: 'Referred to by 2' });
  expect(within(from).getAllByRole('link')).toHaveLength(1);
  await operator.click(within(from).getByRole('button', { name: 'Show more records' }));
  expect(await within(from).findByRole('link', { name: 'The stair' })).toBeInTheDocument();
  expect(within(from).getAllByRole('link')).toHaveLength(2);
  expect(within(from).queryByRole('button')).not.toBeInTheDocument();
  expect(reads).toEqual([
    ['20', null],
    ['20', 'sealed'],
  ]);
});

test('a record without references has no lists of references', async () => {
  answer('get', '/api/documents/:id', factory.document({ id: document.id }));
  renderRoute(address, { user: owner });
  expect(await screen.findByRole('region', { name: 'Content' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: /^Refer/ })).not.toBeInTheDocument();
});
