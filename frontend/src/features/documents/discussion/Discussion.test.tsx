import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { Comment } from '@/api/types';
import { expectNoAxeViolations } from '@/testing/axe';
import { factory } from '@/testing/factories';
import { findToast, renderRoute } from '@/testing/render';
import { answer, refuse } from '@/testing/server';

const document = factory.document({ content: 'The gate opens at nine.' });
const path = '/api/documents/:id/comments';

function comment(over: Partial<Comment> = {}): Comment {
  return {
    id: 'c1',
    documentId: document.id,
    content: 'It opened at *eight*.',
    quote: null,
    answersTo: null,
    withheldLevels: [],
    files: [],
    authorId: 'somebody',
    authorUsername: 'd-okoro',
    isDeleted: false,
    deletedBy: null,
    editedAt: null,
    createdAt: '2026-11-21T08:12:00.000Z',
    updatedAt: '2026-11-21T08:12:00.000Z',
    ...over,
  };
}

async function open(comments: Comment[], user = factory.user({ clearanceLevel: 3 })) {
  answer('get', '/api/documents/:id', document);
  const reads = answer('get', path, () => comments, {
    headers: { 'X-Total-Count': String(comments.length) },
  });
  const view = renderRoute(`/documents/${document.id}`, { user });
  const field = await screen.findByRole('textbox', { name: 'Add to the discussion' });
  return { ...view, reads, field };
}

test('comments show their author, text and quote, and bars for withheld text', async () => {
  await open([
    comment({ quote: 'at nine' }),
    comment({ id: 'c2', authorId: document.submittedBy, authorUsername: 't-finch', quote: '{{withheld 4}}' }),
    comment({ id: 'c3', authorUsername: 'gone', content: null, isDeleted: true, deletedBy: 'x' }),
  ]);
  const first = await screen.findByRole('article', { name: 'Comment by d-okoro' });
  expect(await within(first).findByText('eight')).toBeInTheDocument();
  expect(within(first).getByText('at nine')).toBeInTheDocument();
  const second = screen.getByRole('article', { name: 'Comment by t-finch' });
  expect(within(second).getByText('author')).toBeInTheDocument();
  expect(within(second).getByText('LEVEL 4 REQUIRED')).toBeInTheDocument();
  const third = screen.getByRole('article', { name: 'Comment by gone' });
  expect(third).toHaveTextContent('Comment deleted.');
  expect(screen.getByRole('heading', { name: 'Discussion 3' })).toBeInTheDocument();
  // The user is neither author nor administrator.
  expect(screen.queryByRole('button', { name: /^Delete comment/ })).not.toBeInTheDocument();
  await expectNoAxeViolations();
});

test('a comment is sent once with the quoted passage, and the field is then empty', async () => {
  const { operator, field } = await open([]);
  const sent = answer('post', path, comment(), { status: 201 });
  const text = await screen.findByText('The gate opens at nine.');
  window.getSelection()?.selectAllChildren(text);
  fireEvent(window.document, new Event('selectionchange'));
  await operator.click(screen.getByRole('button', { name: /Quote selection/ }));
  await operator.type(field, 'Really?');
  await operator.click(screen.getByRole('button', { name: 'Post' }));
  expect(sent.map((call) => call.body)).toEqual([{ content: 'Really?', quote: 'The gate opens at nine.' }]);
  expect(sent[0]?.headers.get('Idempotency-Key')).toMatch(/^[0-9a-f]{32}$/);
  await screen.findByRole('button', { name: 'Post' });
  expect(field).toHaveValue('');
  expect(field).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Remove quote' })).not.toBeInTheDocument();
});

test('a passage selected just before the key is quoted', async () => {
  const { operator } = await open([]);
  const text = await screen.findByText('The gate opens at nine.');
  // The browser reports a selection later than a key that follows it at once.
  const late = (event: Event) => event.stopImmediatePropagation();
  window.addEventListener('selectionchange', late, { capture: true });
  window.getSelection()?.selectAllChildren(text);
  await operator.keyboard('q');
  window.removeEventListener('selectionchange', late, { capture: true });
  expect(await screen.findByRole('button', { name: 'Remove quote' })).toBeInTheDocument();
  expect(screen.getByText('The gate opens at nine.', { selector: 'blockquote, blockquote *' })).toBeVisible();
});

test('a refused comment stays in the field with the reason', async () => {
  const { operator, field } = await open([]);
  const message = 'Line 1: A passage of level 1 is below its document, which has level 3';
  refuse('post', path, 400, { code: 'validation_failed', message, fields: [{ field: 'content', message }] });
  await operator.type(field, 'Wrong');
  await operator.click(screen.getByRole('button', { name: 'Post' }));
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(field).toHaveValue('Wrong');
});

test('Escape leaves the field and keeps its text', async () => {
  const { operator, field } = await open([]);
  await operator.type(field, 'Later{Escape}');
  expect(field).not.toHaveFocus();
  expect(field).toHaveValue('Later');
});

test('an author deletes a comment after a confirmation', async () => {
  const user = factory.user({ clearanceLevel: 3 });
  const { operator } = await open([comment({ authorId: user.id })], user);
  const calls = answer('delete', '/api/documents/:id/comments/:commentId', undefined);
  await operator.click(await screen.findByRole('button', { name: 'Delete comment by d-okoro' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete comment' });
  await operator.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await findToast('Comment deleted')).toBeInTheDocument();
  expect(calls.map((call) => call.params.commentId)).toEqual(['c1']);
});

test('a reply quotes a comment and names it', async () => {
  const { operator, field } = await open([
    comment({ content: 'It was wiped at six.\n\nBy seven it was not.' }),
  ]);
  const sent = answer('post', path, comment(), { status: 201 });
  await operator.click(await screen.findByRole('button', { name: 'Quote comment by d-okoro' }));
  expect(field).toHaveValue('> It was wiped at six.\n\n');
  expect(screen.getByText(/^In answer to/)).toHaveTextContent('In answer to d-okoro');
  await operator.type(field, 'Really?{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('button', { name: /^Post/ })).toBeDisabled();
  expect(sent.map(({ body }) => body)).toEqual([
    { content: '> It was wiped at six.\n\nReally?', answersTo: 'c1' },
  ]);
});

test('usernames are completed during typing and requested once', async () => {
  const { operator, field } = await open([]);
  const asked = answer('get', '/api/documents/:id/readers', ['mira-holt', 'mirek-sand']);
  await operator.type(field, 'Ask @mi');
  const list = await screen.findByRole('listbox', { name: 'People who may read this' });
  expect(
    within(list)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['mira-holt', 'mirek-sand']);
  await operator.type(field, 're');
  expect(within(list).getAllByRole('option')).toHaveLength(1);
  await operator.keyboard('{Enter}');
  expect(field).toHaveValue('Ask @mirek-sand ');
  expect(asked.map(({ url }) => url.searchParams.get('q'))).toEqual(['mi']);
});

test('an author edits a comment in place, and an unfinished edit is kept', async () => {
  const user = factory.user({ clearanceLevel: 3 });
  const createdAt = new Date(Date.now() - 60_000).toISOString();
  const { operator } = await open([comment({ authorId: user.id, createdAt })], user);
  const sent = answer('patch', '/api/documents/:id/comments/:commentId', comment());
  await operator.click(await screen.findByRole('button', { name: 'Edit comment by d-okoro' }));
  const box = () => screen.findByRole('textbox', { name: 'Edit the comment' });
  await operator.type(await box(), ' Twice.');
  await operator.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Edit the comment' })).not.toBeInTheDocument();
  await operator.click(screen.getByRole('button', { name: 'Edit comment by d-okoro' }));
  expect(await box()).toHaveValue('It opened at *eight*. Twice.');
  await operator.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('button', { name: 'Edit comment by d-okoro' })).toBeInTheDocument();
  expect(sent.map(({ body }) => body)).toEqual([{ content: 'It opened at *eight*. Twice.' }]);
});

test('an edited comment says so, and an old one can no longer be edited', async () => {
  const user = factory.user({ clearanceLevel: 3 });
  const createdAt = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await open([comment({ authorId: user.id, createdAt, editedAt: '2026-11-21T09:00:00.000Z' })], user);
  const article = within(await screen.findByRole('article', { name: 'Comment by d-okoro' }));
  expect(article.getByText('Edited')).toBeInTheDocument();
  expect(article.queryByRole('button', { name: /^Edit/ })).not.toBeInTheDocument();
  expect(article.getByText('you')).toBeInTheDocument();
});

test('a link to a comment scrolls to it and focuses it', async () => {
  const user = factory.user({ clearanceLevel: 3 });
  answer('get', '/api/documents/:id', document);
  answer('get', path, [comment(), comment({ id: 'c2', authorUsername: 't-finch' })]);
  renderRoute(`/documents/${document.id}#comment-c2`, { user });
  const linked = await screen.findByRole('article', { name: 'Comment by t-finch' });
  await waitFor(() => expect(linked).toHaveFocus());
  expect(linked).toHaveAttribute('data-linked');
  expect(screen.getByRole('link', { name: 'Link comment by t-finch' })).toHaveAttribute(
    'href',
    `/documents/${document.id}#comment-c2`,
  );
});

test('watching is toggled with a key', async () => {
  const { operator } = await open([]);
  const watched = answer('put', '/api/documents/:id/watch', undefined);
  const toggle = await screen.findByRole('button', { name: /^Watch/ });
  expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await operator.keyboard('w');
  expect(await findToast('Watching')).toBeInTheDocument();
  expect(watched).toHaveLength(1);
});

test('a picture can be placed in a comment', async () => {
  const fileId = '8c20e1aa-0000-4000-8000-000000000001';
  answer('post', '/api/objects/upload', { uploadURL: 'http://localhost/api/objects/upload/t' });
  answer('put', '/api/objects/upload/:ticket', { size: 1, contentType: 'image/png', filename: 'x' });
  answer('put', '/api/submission-files', {
    objectPath: `/objects/${fileId}`,
    fileId,
    kind: 'picture',
    width: 800,
    height: 600,
  });
  const { operator, field } = await open([]);
  const file = Object.assign(new File(['x'], 'slate.png', { type: 'image/png' }), {
    stream: () => new Response('x').body,
  });
  await operator.upload(await screen.findByLabelText('Choose pictures'), file);
  await waitFor(() => expect(field).toHaveValue(`![](file:${fileId})`));
  await operator.type(await screen.findByLabelText('Description of slate.png'), 'The slate');
  expect(field).toHaveValue(`![The slate](file:${fileId})`);
});
