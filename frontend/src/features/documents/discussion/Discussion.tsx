import { useState } from 'react';
import { useCommentPagesInfiniteQuery, useDeleteCommentMutation } from '@/api/endpoints';
import type { Comment, DocumentRecord } from '@/api/types';
import { Button } from '@/components/Button';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Frame } from '@/components/Frame';
import { Isolated } from '@/components/Isolated';
import { Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { ErrorState, LoadingState } from '@/components/States';
import { Text } from '@/components/Text';
import { canDeleteComment } from '@/lib/permissions';
import { useCursorList } from '@/state/useCursorList';
import { useNow } from '@/state/useNow';
import { useView } from '@/state/useView';
import { CommentForm, type Answer } from './CommentForm';
import { CommentItem } from './CommentItem';
import { isEditable } from './comments';
import { useLinkedComment } from './useLinkedComment';

const none: readonly Comment[] = [];

interface DiscussionProps {
  readonly document: Pick<DocumentRecord, 'id' | 'submittedBy'>;
  /** The rendered text, whose passages can be quoted. */
  readonly text: HTMLElement | null;
}

/** The comments on a document, oldest first, and a form for a new one. */
export function Discussion({ document, text }: DiscussionProps) {
  const view = useView();
  const query = useCommentPagesInfiniteQuery({ id: document.id, ...view.asked });
  const comments = useCursorList(query);
  const { isFetching, hasMore, failure, retry } = comments;
  const [deleteComment] = useDeleteCommentMutation();
  const [askDeletion, deletion] = useConfirm(({ id, documentId, authorUsername }: Comment) => ({
    title: 'Delete comment',
    description: (
      <>
        Delete the comment by <Isolated>{authorUsername}</Isolated>? Its place in the discussion stays,
        without its text.
      </>
    ),
    confirmLabel: 'Delete',
    danger: true,
    onConfirm: () => deleteComment({ id: documentId, commentId: id }),
  }));
  const [answer, setAnswer] = useState<Answer | null>(null);
  const now = useNow(60_000);
  const total = comments.pages.at(-1)?.total;
  const linked = useLinkedComment(comments.data, query);

  return (
    <Frame caption={total === undefined ? 'Discussion' : `Discussion ${total}`} list>
      <Stack gap="md">
        <Loaded
          query={comments}
          what="the discussion"
          waiting={<LoadingState label="RETRIEVING COMMENTS" />}
          empty={<Text tone="muted">No comments yet.</Text>}
        >
          {(shown) => (
            <div>
              {shown.map((comment) => {
                const isOwn = comment.authorId === view.reader.id;
                return (
                  <CommentItem
                    key={comment.id}
                    comment={comment}
                    ownerId={document.submittedBy}
                    isLinked={comment.id === linked}
                    isOwn={isOwn}
                    mayEdit={view.canComment && isOwn && isEditable(comment, now)}
                    mayDelete={!comment.isDeleted && canDeleteComment(view.reader, comment)}
                    onAnswer={view.canComment && !comment.isDeleted ? setAnswer : null}
                    onDelete={askDeletion}
                  />
                );
              })}
            </div>
          )}
        </Loaded>
        {failure !== null && <ErrorState title="Failed to load more comments" message={failure} />}
        {hasMore && (
          <Button busy={isFetching} onClick={retry}>
            Show more comments
          </Button>
        )}
        {view.canComment && (
          <CommentForm
            key={document.id}
            id={document.id}
            text={text}
            answer={answer}
            comments={comments.data ?? none}
          />
        )}
      </Stack>
      {deletion}
    </Frame>
  );
}
