import type { Comment } from '@/api/types';
import { Button } from '@/components/Button';
import { CommentBox, CommentHead } from '@/components/CommentBox';
import { MarkdownText } from '@/components/MarkdownText';
import type { RecordLink } from '@/components/recordLinkSteps';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { formatMoment } from '@/lib/dates';
import { roleOf } from './comments';
import { QuotedPassage } from './QuotedPassage';

/** Comments have no links to records: brackets stay as they were typed. */
const noLinks: readonly RecordLink[] = [];

interface CommentItemProps {
  readonly comment: Comment;
  /** Who submitted the document. */
  readonly ownerId: string;
  readonly mayDelete: boolean;
  readonly onDelete: (comment: Comment) => void;
}

/** One comment. A deleted one stays without its text. */
export function CommentItem({ comment, ownerId, mayDelete, onDelete }: CommentItemProps) {
  const { authorId, authorUsername, content, createdAt, quote, isDeleted } = comment;
  const role = roleOf(authorId, ownerId);
  return (
    <CommentBox aria-label={`Comment by ${authorUsername}`}>
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
        {mayDelete && !isDeleted && (
          <Button
            size="sm"
            variant="flat"
            onClick={() => {
              onDelete(comment);
            }}
          >
            Delete<VisuallyHidden> comment by {authorUsername}</VisuallyHidden>
          </Button>
        )}
      </CommentHead>
      {quote !== null && <QuotedPassage quote={quote} />}
      {isDeleted ? (
        <Text tone="muted" size="dense">
          Comment deleted.
        </Text>
      ) : (
        <MarkdownText text={content ?? ''} links={noLinks} />
      )}
    </CommentBox>
  );
}
