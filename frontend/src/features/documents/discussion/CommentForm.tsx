import { useCallback, useEffect } from 'react';
import { useCreateCommentMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Comment } from '@/api/types';
import { Button } from '@/components/Button';
import { Form, FormError, useFields } from '@/components/form/Form';
import { Isolated } from '@/components/Isolated';
import { KeyCap } from '@/components/Kbd';
import { Stack } from '@/components/Layout';
import { Text } from '@/components/Text';
import { recordKeys } from '@/keyboard/keys';
import { attemptAnswered, attemptKey } from '@/lib/attempts';
import { PictureButton } from '@/records/writing/pictures/PictureButton';
import { PictureRows } from '@/records/writing/pictures/PictureRows';
import { SendButton } from '@/records/writing/pictures/SendButton';
import { usePictureUploads } from '@/records/writing/pictures/usePictureUploads';
import { useKeyMap } from '@/state/useKeyMap';
import { useTextForm } from '@/text/useTextForm';
import {
  checkComment,
  commentDraft,
  emptyComment,
  problemsOf,
  requestOf,
  type CommentValues,
} from './comments';
import { NameTextarea } from './NameTextarea';
import { QuotedPassage } from './QuotedPassage';
import { useQuote } from './useQuote';

/** The comment to reply to, with its quoted lines. */
export interface Answer {
  readonly to: Comment;
  readonly quoted: string;
}

interface CommentFormProps {
  /** Id of the document. */
  readonly id: string;
  /** The rendered text, whose passages can be quoted. */
  readonly text: HTMLElement | null;
  /** The comment that was last chosen for a reply. */
  readonly answer: Answer | null;
  /** The loaded comments, for the name of the author who is replied to. */
  readonly comments: readonly Comment[];
}

export function CommentForm({ id, text, answer, comments }: CommentFormProps) {
  const user = useUser();
  const { passage, take } = useQuote(text);
  const name = commentDraft(id);
  const { form, text: written } = useTextForm(name, checkComment, emptyComment);
  const { field, values, problems, isSending } = useFields(form);
  const pictures = usePictureUploads(form);
  const [createComment] = useCreateCommentMutation();
  const isBlank = values.content.trim() === '';
  const canQuote = passage !== null && passage !== values.quote;
  const answered = comments.find((comment) => comment.id === values.answersTo);

  const quote = useCallback(() => {
    const taken = take();
    if (taken !== null) form.set('quote', taken);
    form.focus('content');
  }, [form, take]);
  useKeyMap({
    [recordKeys.comment]: () => form.focus('content'),
    [recordKeys.quote]: quote,
  });
  useEffect(() => {
    if (answer === null) return;
    const before = form.values().content;
    form.set('answersTo', answer.to.id);
    form.set('content', `${before}${before === '' || before.endsWith('\n') ? '' : '\n'}${answer.quoted}\n`);
    form.focus('content');
  }, [form, answer]);

  const send = async (sent: CommentValues) => {
    const createCommentRequest = requestOf(sent);
    try {
      await written.submit(() =>
        createComment({
          id,
          'Idempotency-Key': attemptKey(user.id, name, createCommentRequest),
          createCommentRequest,
        }).unwrap(),
      );
      attemptAnswered(user.id, name);
      // The button is disabled now, so the focus returns to the field.
      form.focus('content');
    } catch (error) {
      form.fail(problemsOf(error));
    }
  };

  return (
    <Form
      form={form}
      label="Add to the discussion"
      onSubmit={pictures.whenReady(send)}
      footer={
        <>
          <SendButton pictures={pictures} disabled={isBlank} busy={isSending}>
            Post <KeyCap>Ctrl Enter</KeyCap>
          </SendButton>
          <PictureButton pictures={pictures} />
          <Button disabled={!canQuote} onClick={quote}>
            Quote selection <KeyCap>{recordKeys.quote}</KeyCap>
          </Button>
          {values.quote !== '' && (
            <Button variant="flat" onClick={() => form.set('quote', '')}>
              Remove quote
            </Button>
          )}
          {values.answersTo !== '' && (
            <Button variant="flat" onClick={() => form.set('answersTo', '')}>
              Answer nobody
            </Button>
          )}
        </>
      }
    >
      <Stack gap="sm">
        {values.quote !== '' && <QuotedPassage quote={values.quote} />}
        {values.answersTo !== '' && (
          <Text as="p" tone="muted" size="dense">
            In answer to{' '}
            {answered === undefined ? 'a comment' : <Isolated>{answered.authorUsername}</Isolated>}
          </Text>
        )}
        <FormError message={problems.quote ?? problems.answersTo ?? null} />
        <NameTextarea
          document={id}
          label="Add to the discussion"
          rows={3}
          aria-keyshortcuts={recordKeys.comment}
          hint="Markdown. @ names somebody. Select a passage of the text above to quote it."
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            // Leaving the field makes the single-key shortcuts work again.
            event.preventDefault();
            event.currentTarget.blur();
          }}
          {...pictures.bind(field('content'))}
        />
        <PictureRows pictures={pictures} text={values.content} />
      </Stack>
    </Form>
  );
}
