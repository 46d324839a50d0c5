import { useEffect } from 'react';
import { useEditCommentMutation } from '@/api/endpoints';
import type { Comment } from '@/api/types';
import { Button } from '@/components/Button';
import { Form, useFields } from '@/components/form/Form';
import { KeyCap } from '@/components/Kbd';
import { PictureButton } from '@/records/writing/pictures/PictureButton';
import { PictureRows } from '@/records/writing/pictures/PictureRows';
import { SendButton } from '@/records/writing/pictures/SendButton';
import { usePictureUploads } from '@/records/writing/pictures/usePictureUploads';
import { useTextForm } from '@/text/useTextForm';
import { checkEdit, editDraft, problemsOf, type EditValues } from './comments';
import { NameTextarea } from './NameTextarea';

interface CommentEditFormProps {
  readonly comment: Comment;
  readonly onClose: () => void;
}

/** Edits a comment in place. Typed text is kept when the form is left. */
export function CommentEditForm({ comment, onClose }: CommentEditFormProps) {
  const [editComment] = useEditCommentMutation();
  const { form, text } = useTextForm(editDraft(comment.id), checkEdit, { content: comment.content ?? '' });
  const { field, values, isSending, isDirty } = useFields(form);
  const pictures = usePictureUploads(form);

  useEffect(() => {
    form.focus('content');
  }, [form]);

  const send = async (sent: EditValues) => {
    try {
      const change = { id: comment.documentId, commentId: comment.id, editCommentRequest: sent };
      await text.submit(() => editComment(change).unwrap());
      onClose();
    } catch (error) {
      form.fail(problemsOf(error));
    }
  };

  return (
    <Form
      form={form}
      label="Edit the comment"
      onSubmit={pictures.whenReady(send)}
      footer={
        <>
          <SendButton pictures={pictures} disabled={!isDirty} busy={isSending}>
            Save <KeyCap>Ctrl Enter</KeyCap>
          </SendButton>
          <PictureButton pictures={pictures} />
          <Button onClick={onClose}>
            Close <KeyCap>Esc</KeyCap>
          </Button>
        </>
      }
    >
      <NameTextarea
        document={comment.documentId}
        label="Edit the comment"
        hideLabel
        rows={3}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.stopPropagation();
          onClose();
        }}
        {...pictures.bind(field('content'))}
      />
      <PictureRows pictures={pictures} text={values.content} />
    </Form>
  );
}
