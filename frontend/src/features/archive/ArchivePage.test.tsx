import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import type { ArchiveSection } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse, server } from '@/testing/server';

const street = factory.section({ documentCount: 2 });
const stair = factory.section({
  name: 'Letters from the lower stair',
  parentSection: street.id,
  documentCount: 1,
});
const orders = factory.section({ name: 'Superseded orders', sectionType: 'general', description: '' });

function serveDocuments(documents: Readonly<Record<string, readonly object[]>>) {
  server.use(
    http.get('*/api/archive/documents/:id', ({ params }) => {
      const found = documents[String(params.id)] ?? [];
      return HttpResponse.json(found, { headers: { 'X-Total-Count': String(found.length) } });
    }),
  );
}

function open(
  user = factory.user(),
  sections: ArchiveSection[] = [street, stair, orders],
  path = '/archive',
) {
  const reads = answer('get', '/api/archive/sections', () => sections);
  serveDocuments({
    [street.id]: [
      factory.summary({
        title: 'Census of Front Doors',
        isArchived: true,
        archivedAt: '2026-11-21T10:00:00.000Z',
      }),
      factory.summary({ title: 'Names Painted Out', isArchived: true, archivedAt: null }),
    ],
    [stair.id]: [factory.summary({ title: 'A Key for Each Landing', isArchived: true })],
  });
  const view = renderRoute(path, { user });
  return { ...view, reads };
}

test('a reader sees the sections as a tree and the documents of the first', async () => {
  const { reads } = open();
  const tree = await screen.findByRole('region', { name: /^Sections/ });
  const lines = within(tree).getAllByRole('link');
  expect(lines).toHaveLength(3);
  for (const [index, { name, description, type, count }] of [
    { ...street, type: 'Story arc', count: '2 documents' },
    { ...stair, type: 'Story arc', count: '1 document' },
    { ...orders, type: 'General', count: '0 documents' },
  ].entries()) {
    const about = `${type}, created ${street.createdAt.slice(0, 10)}`;
    expect(lines[index]).toHaveTextContent(`${name}${description}${about}${count}`);
  }
  expect(reads[0]?.url.search).toBe('');
  expect(await screen.findByRole('link', { name: 'Census of Front Doors' })).toHaveAttribute(
    'href',
    expect.stringMatching(/^\/documents\//),
  );
  const list = screen.getByRole('list', { name: `Documents of ${street.name}` });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([expect.stringContaining('2026-11-21'), expect.stringContaining('UNKNOWN')]);
  expect(screen.getByText('3 sections, 3 documents')).toBeInTheDocument();
  expect(screen.queryByRole('form', { name: 'Create section' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Close section' })).not.toBeInTheDocument();
  await expectNoAxeViolations();
});

test('choosing a section shows it with its position in the tree and puts it into the address', async () => {
  const { operator, router } = open();
  await operator.click(await screen.findByRole('link', { name: /Letters from the lower stair/ }));
  expect(await screen.findByRole('link', { name: 'A Key for Each Landing' })).toBeInTheDocument();
  expect(screen.getByText(/Created 2026-03-14 by a-mercer/)).toHaveTextContent(
    'Created 2026-03-14 by a-mercer, part of Ambry Street, before the water.',
  );
  expect(router.state.location.search).toBe(`?section=${stair.id}`);
  await operator.click(screen.getByRole('link', { name: /Superseded orders/ }));
  expect(await screen.findByText('NO ARCHIVED DOCUMENTS')).toBeInTheDocument();
});

test('an administrator can create a section once it has a name', async () => {
  const sections = [street];
  const { operator, reads } = open(factory.admin(), sections);
  const form = within(await screen.findByRole('form', { name: 'Create section' }));
  expect(reads[0]?.url.search).toBe('?inactive=true');
  const create = form.getByRole('button', { name: 'Create' });
  expect(create).toBeDisabled();
  expect(form.getByRole('radio', { name: 'Story arc' })).toBeChecked();
  await operator.keyboard('c');
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveFocus();
  await operator.keyboard('   ');
  expect(create).toBeDisabled();
  await operator.keyboard('Objects that ring');
  await operator.click(form.getByRole('radio', { name: 'Category' }));
  await operator.selectOptions(form.getByRole('combobox', { name: 'Part of' }), street.name);
  const made = factory.section({ name: 'Objects that ring', sectionType: 'category' });
  const calls = answer('post', '/api/archive/sections', () => {
    sections.push(made);
    return made;
  });
  await operator.click(create);
  expect(await findToast('Section created')).toBeInTheDocument();
  expect(calls[0]?.body).toEqual({
    name: 'Objects that ring',
    description: '',
    sectionType: 'category',
    parentSection: street.id,
    displayOrder: 0,
  });
  expect(await screen.findByRole('heading', { name: 'Objects that ring' })).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue(''));
});

test('a refused section keeps the typed text and shows the reason', async () => {
  const { operator } = open(factory.admin());
  const form = within(await screen.findByRole('form', { name: 'Create section' }));
  await operator.type(form.getByRole('textbox', { name: 'Name' }), 'Orders');
  refuse('post', '/api/archive/sections', 409, {
    code: 'name_taken',
    message: 'A section with this name already exists',
  });
  await operator.click(form.getByRole('button', { name: 'Create' }));
  expect(await findToast('CREATION FAILED')).toHaveTextContent('A section with this name already exists');
  expect(form.getByRole('alert')).toHaveTextContent('A section with this name already exists');
  expect(form.getByRole('textbox', { name: 'Name' })).toHaveValue('Orders');
});

test('an administrator edits the loaded state, closes a section and reopens it', async () => {
  const { operator } = open(factory.admin(), [street, stair, orders], `/archive?section=${orders.id}`);
  await operator.click(await screen.findByRole('button', { name: 'Edit section' }));
  const form = within(screen.getByRole('form', { name: 'Edit section' }));
  const order = form.getByRole('textbox', { name: 'Display order' });
  await operator.clear(order);
  await operator.type(order, '7');
  const calls = answer('patch', '/api/archive/sections/:id', { ...orders, displayOrder: 7 });
  await operator.click(form.getByRole('button', { name: 'Save' }));
  expect(await findToast('Section updated')).toBeInTheDocument();
  expect(calls[0]?.body).toMatchObject({
    displayOrder: 7,
    parentSection: null,
    updatedAt: orders.updatedAt,
  });
  await operator.click(await screen.findByRole('button', { name: 'Close section' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Close section' });
  await operator.click(within(dialog).getByRole('button', { name: 'Close section' }));
  expect(await findToast('Section closed')).toBeInTheDocument();
  expect(calls[1]?.body).toEqual({ isActive: false });
});

test('Escape closes the form of a section unless something was changed', async () => {
  const { operator } = open(factory.admin(), [street, stair, orders], `/archive?section=${orders.id}`);
  const begin = async () => {
    await operator.click(await screen.findByRole('button', { name: 'Edit section' }));
    return within(screen.getByRole('form', { name: 'Edit section' })).getByRole('textbox', { name: 'Name' });
  };
  await operator.type(await begin(), '{Escape}');
  expect(screen.queryByRole('form', { name: 'Edit section' })).not.toBeInTheDocument();
  await operator.type(await begin(), ' again{Escape}');
  expect(screen.getByRole('form', { name: 'Edit section' })).toBeInTheDocument();
});

test('an archive without sections says so', async () => {
  open(factory.user(), []);
  expect(await screen.findByText('NO ARCHIVE SECTIONS')).toBeInTheDocument();
});
