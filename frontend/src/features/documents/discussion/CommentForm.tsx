import { useCallback } from 'react';
import { useCreateCommentMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import { Button } from '@/components/Button';
import { Form, FormError, useFields } from '@/components/Form';
import { KeyCap } from '@/components/Kbd';
import { Stack } from '@/components/Layout';
import { Textarea } from '@/components/Textarea';
import { recordKeys } from '@/keyboard/keys';
import { attemptAnswered, attemptKey } from '@/lib/attempts';
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
import { QuotedPassage } from './QuotedPassage';
import { useQuote } from './useQuote';

interface CommentFormProps {
  /** The document. */
  readonly id: string;
  /** The rendered text, of which passages can be quoted. */
  readonly text: HTMLElement | null;
}

/** Writes a comment. */
export function CommentForm({ id, text }: CommentFormProps) {
  const user = useUser();
  const { passage, take } = useQuote(text);
  const name = commentDraft(id);
  const { form, text: written } = useTextForm(name, checkComment, emptyComment);
  const { field, values, problems, isSending } = useFields(form);
  const [createComment] = useCreateCommentMutation();
  const isBlank = values.content.trim() === '';
  const canQuote = passage !== null && passage !== values.quote;
  const quote = useCallback(() => {
    const taken = take();
    if (taken !== null) form.set('quote', taken);
    form.focus('content');
  }, [form, take]);
  useKeyMap({
    [recordKeys.comment]: () => {
      form.focus('content');
    },
    [recordKeys.quote]: quote,
  });

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
      onSubmit={send}
      footer={
        <>
          <Button type="submit" disabled={isBlank} busy={isSending}>
            Post
          </Button>
          <Button disabled={!canQuote} onClick={quote}>
            Quote selection <KeyCap>{recordKeys.quote}</KeyCap>
          </Button>
          {values.quote !== '' && (
            <Button
              variant="flat"
              onClick={() => {
                form.set('quote', '');
              }}
            >
              Remove quote
            </Button>
          )}
        </>
      }
    >
      <Stack gap="sm">
        {values.quote !== '' && <QuotedPassage quote={values.quote} />}
        <FormError message={problems.quote ?? null} />
        <Textarea
          label="Add to the discussion"
          rows={3}
          aria-keyshortcuts={recordKeys.comment}
          hint="Markdown. Select a passage of the text above to quote it."
          {...field('content')}
        />
      </Stack>
    </Form>
  );
}
