import { useState } from 'react';
import type { Comment } from '@/api/types';
import { Badge } from '@/components/Badge';
import { MarkdownText } from '@/components/MarkdownText';
import type { RecordLink } from '@/components/recordLinkSteps';
import { Text } from '@/components/Text';
import { tip } from '@/components/tips';
import { formatMoment } from '@/lib/dates';
import { filesOf } from '@/lib/pictures';
import { CommentBox, CommentHead } from './CommentBox.style';
import { CommentEditForm } from './CommentEditForm';
import type { Answer } from './CommentForm';
import { anchorOf, roleOf } from './comments';
import { CommentTools } from './CommentTools';
import { QuotedPassage } from './QuotedPassage';

/** Comments have no record links: brackets stay as typed. */
const noLinks: readonly RecordLink[] = [];

interface CommentItemProps {
  readonly comment: Comment;
  readonly ownerId: string;
  /** The address names this comment. */
  readonly isLinked: boolean;
  readonly isOwn: boolean;
  readonly mayEdit: boolean;
  readonly mayDelete: boolean;
  /** Replies to it; `null` if the user may not comment. */
  readonly onAnswer: ((answer: Answer) => void) | null;
  readonly onDelete: (comment: Comment) => void;
}

/** A comment. A deleted comment stays without its text, so that links to it keep working. */
export function CommentItem(props: CommentItemProps) {
  const { comment, ownerId, isLinked, isOwn, mayEdit, mayDelete, onAnswer, onDelete } = props;
  const { id, authorId, authorUsername, createdAt, editedAt, quote, isDeleted } = comment;
  const [isEdited, setIsEdited] = useState(false);
  const role = isOwn ? 'you' : roleOf(authorId, ownerId);
  return (
    <CommentBox
      id={anchorOf(id)}
      tabIndex={-1}
      aria-label={`Comment by ${authorUsername}`}
      data-linked={isLinked || undefined}
    >
      <CommentHead>
        <Text tone="bright" strong>
          {authorUsername}
        </Text>
        {role !== null && (
          <Text tone="muted" size="dense">
            {role}
          </Text>
        )}
        <time dateTime={createdAt}>
          <Text tone="muted" size="dense">
            {formatMoment(createdAt)}
          </Text>
        </time>
        {editedAt !== null && !isDeleted && (
          <span {...tip(formatMoment(editedAt))}>
            <Badge tone="muted">Edited</Badge>
          </span>
        )}
        <CommentTools
          comment={comment}
          onAnswer={onAnswer}
          onEdit={mayEdit ? () => setIsEdited(true) : null}
          onDelete={mayDelete ? onDelete : null}
        />
      </CommentHead>
      {quote !== null && <QuotedPassage quote={quote} />}
      <CommentBody
        comment={comment}
        isEdited={isEdited}
        onClose={() => {
          setIsEdited(false);
          document.getElementById(anchorOf(id))?.focus();
        }}
      />
    </CommentBox>
  );
}

interface CommentBodyProps {
  readonly comment: Comment;
  readonly isEdited: boolean;
  readonly onClose: () => void;
}

/** The text of a comment, or its form while it is edited. */
function CommentBody({ comment, isEdited, onClose }: CommentBodyProps) {
  if (comment.isDeleted) {
    return (
      <Text tone="muted" size="dense">
        Comment deleted.
      </Text>
    );
  }
  if (isEdited) return <CommentEditForm comment={comment} onClose={onClose} />;
  return <MarkdownText text={comment.content ?? ''} links={noLinks} files={filesOf(comment)} />;
}
