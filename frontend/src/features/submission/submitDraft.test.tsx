import { screen, waitFor } from '@testing-library/react';
import { paths } from '@/lib/paths';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const user = factory.user();

beforeEach(() => {
  sessionStorage.clear();
  answer('get', '/api/user/submissions', []);
});

/** Fills the form of a new record while the server keeps its draft. */
async function write() {
  let revision = 0;
  const draft = factory.draft({ id: 'd1' });
  const created = answer('post', '/api/user/drafts', () => ({ ...draft, revision: 'r0' }), { status: 201 });
  const saved = answer('put', '/api/user/drafts/:id', () => {
    revision += 1;
    return { ...draft, revision: `r${revision}` };
  });
  const direct = answer('post', '/api/submissions', factory.submission(), { status: 201 });
  const { operator } = renderRoute(paths.submission, { user });
  await operator.type(await screen.findByLabelText('Title'), 'Second echo');
  await operator.selectOptions(screen.getByLabelText('Category'), 'SITE');
  await operator.type(screen.getByLabelText('Content'), 'It answers.');
  const submit = () => operator.click(screen.getByRole('button', { name: /^Submit for review/ }));
  return { created, saved, direct, submit };
}

test('a submission is sent as the draft that holds its whole text, and empties the form', async () => {
  const { created, saved, direct, submit } = await write();
  const sent = answer('post', '/api/user/drafts/:id/submit', factory.submission(), { status: 201 });
  await submit();
  await findToast('Submission successful');
  expect(sent).toHaveLength(1);
  expect(sent[0]?.params.id).toBe('d1');
  expect([...created, ...saved].at(-1)?.body).toMatchObject({
    title: 'Second echo',
    category: 'SITE',
    content: 'It answers.',
  });
  expect(created).toHaveLength(1);
  expect(direct).toHaveLength(0);
  await waitFor(() => expect(screen.getByLabelText('Content')).toHaveValue(''));
});

test('a draft that the server does not take as a submission stays in the form', async () => {
  const { submit } = await write();
  refuse('post', '/api/user/drafts/:id/submit', 503, { code: 'unavailable', message: 'Try again later.' });
  await submit();
  expect(await findToast('Submission failed')).toHaveTextContent('Try again later.');
  expect(screen.getByLabelText('Content')).toHaveValue('It answers.');
});
