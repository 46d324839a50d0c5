import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { TextFile } from '@/lib/pictures';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer } from '@/testing/server';

const owner = factory.user({ id: 'owner' });

const file = (fileId: string, name: string): TextFile => ({
  fileId,
  name,
  size: 1024,
  kind: 'file',
  width: null,
  height: null,
});

const record = factory.document({
  id: '41d7b0aa-0000-4000-8000-000000000000',
  submittedBy: owner.id,
  category: 'SITE',
  files: [file('f1', 'log.md'), file('f2', 'plan.pdf')],
});

afterEach(() => {
  sessionStorage.clear();
});

async function open() {
  answer('get', '/api/documents/:id', record);
  const { operator } = renderRoute(`/documents/${record.id}/edit`, { user: owner });
  await screen.findByRole('button', { name: 'Remove plan.pdf' });
  return operator;
}

const submit = () => screen.getByRole('button', { name: /^Submit for review/ });

test('an edit begins with the files of the record, and taking one off is a change', async () => {
  const operator = await open();
  const calls = answer('post', '/api/documents/:id/edit', factory.edit(), { status: 201 });
  answer('get', '/api/documents', []);
  await expectNoAxeViolations();
  await operator.click(submit());
  expect(await findToast('Validation error')).toHaveTextContent('Nothing has changed.');
  await operator.click(screen.getByRole('button', { name: 'Remove log.md' }));
  await operator.click(submit());
  expect(await findToast('Edit submitted successfully')).toBeInTheDocument();
  expect(calls[0]?.body).toMatchObject({ files: ['f2'], content: record.content });
});

test('a file that is dropped on an edit is attached and in its draft', async () => {
  answer('post', '/api/objects/upload', { uploadURL: 'http://localhost/api/objects/upload/t' });
  answer('put', '/api/objects/upload/:ticket', { size: 1, contentType: 'text/plain', filename: 'x' });
  const claimed = {
    objectPath: '/objects/f3',
    fileId: 'f3',
    kind: 'file',
    width: null,
    height: null,
  } as const;
  answer('put', '/api/submission-files', claimed);
  const saved = answer('put', '/api/documents/:id/edit-draft', {
    revision: 'r1',
    savedAt: '2026-03-14T09:26:53.000Z',
  });
  await open();
  fireEvent.drop(screen.getByLabelText('Title'), {
    dataTransfer: { files: [new File(['x'], 'old.doc')], types: ['Files'] },
  });
  await waitFor(() => expect(saved.at(-1)?.body).toMatchObject({ files: ['f1', 'f2', 'f3'] }), {
    timeout: 4000,
  });
});
