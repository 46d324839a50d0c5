import { fireEvent, screen, within } from '@testing-library/react';
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
    withheldLevels: [],
    authorId: 'somebody',
    authorUsername: 'd-okoro',
    isDeleted: false,
    deletedBy: null,
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

test('comments show who wrote them, their text, their quote, and bars', async () => {
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
  // Neither author nor administrator.
  expect(screen.queryByRole('button', { name: /^Delete comment/ })).not.toBeInTheDocument();
  await expectNoAxeViolations();
});

test('a comment is sent once with the quoted passage, and the field is empty then', async () => {
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

test('a passage that was selected just before the key is quoted', async () => {
  const { operator } = await open([]);
  const text = await screen.findByText('The gate opens at nine.');
  // The browser reports a selection later than a key that follows it at once.
  const late = (event: Event) => {
    event.stopImmediatePropagation();
  };
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

test('an author deletes a comment after a question', async () => {
  const user = factory.user({ clearanceLevel: 3 });
  const { operator } = await open([comment({ authorId: user.id })], user);
  const calls = answer('delete', '/api/documents/:id/comments/:commentId', undefined);
  await operator.click(await screen.findByRole('button', { name: 'Delete comment by d-okoro' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete comment' });
  await operator.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await findToast('Comment deleted')).toBeInTheDocument();
  expect(calls.map((call) => call.params.commentId)).toEqual(['c1']);
});
