import type { Comment } from '@/api/types';
import { Button, LinkButton } from '@/components/Button';
import { copy } from '@/components/CopyText';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { paths } from '@/lib/paths';
import { CommentActions } from './CommentBox.style';
import type { Answer } from './CommentForm';
import { quotedLines } from './comments';

interface CommentToolsProps {
  readonly comment: Comment;
  /** Each action is `null` if the user may not perform it. */
  readonly onAnswer: ((answer: Answer) => void) | null;
  readonly onEdit: (() => void) | null;
  readonly onDelete: ((comment: Comment) => void) | null;
}

function selectedIn(box: Element | null): string {
  const selection = document.getSelection();
  return box?.contains(selection?.anchorNode ?? null) === true ? String(selection) : '';
}

export function CommentTools({ comment, onAnswer, onEdit, onDelete }: CommentToolsProps) {
  const of = <VisuallyHidden> comment by {comment.authorUsername}</VisuallyHidden>;
  const address = paths.comment(comment.documentId, comment.id);
  return (
    <CommentActions>
      {onAnswer !== null && (
        <Button
          size="sm"
          variant="flat"
          onClick={({ currentTarget }) => {
            const selected = selectedIn(currentTarget.closest('article'));
            onAnswer({ to: comment, quoted: quotedLines(comment.content ?? '', selected) });
          }}
        >
          Quote{of}
        </Button>
      )}
      {onEdit !== null && (
        <Button size="sm" variant="flat" onClick={onEdit}>
          Edit{of}
        </Button>
      )}
      {onDelete !== null && (
        <Button size="sm" variant="flat" onClick={() => onDelete(comment)}>
          Delete{of}
        </Button>
      )}
      <LinkButton
        size="sm"
        variant="flat"
        to={address}
        onClick={() => void copy(`${window.location.origin}${address}`)}
      >
        Link{of}
      </LinkButton>
    </CommentActions>
  );
}
