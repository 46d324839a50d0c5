import { useMemo, useState } from 'react';
import { useCommentPagesInfiniteQuery, useDeleteCommentMutation } from '@/api/endpoints';
import type { Comment, DocumentRecord } from '@/api/types';
import { Button } from '@/components/Button';
import { ConfirmDialog } from '@/components/dialog/ConfirmDialog';
import { Frame } from '@/components/Frame';
import { Isolated } from '@/components/Isolated';
import { Stack } from '@/components/Layout';
import { Loaded } from '@/components/Loaded';
import { ErrorState, LoadingState } from '@/components/States';
import { Text } from '@/components/Text';
import { describeError } from '@/lib/errors';
import { canDeleteComment } from '@/lib/permissions';
import { useNow } from '@/state/useNow';
import { useView } from '@/state/useView';
import { CommentForm, type Answer } from './CommentForm';
import { CommentItem } from './CommentItem';
import { isEditable } from './comments';
import { useLinkedComment } from './useLinkedComment';

const none: readonly Comment[] = [];

interface DiscussionProps {
  readonly document: Pick<DocumentRecord, 'id' | 'submittedBy'>;
  /** The rendered text, of which passages can be quoted. */
  readonly text: HTMLElement | null;
}

/** What readers say about a document, oldest first, and a form to join them. */
export function Discussion({ document, text }: DiscussionProps) {
  const view = useView();
  const query = useCommentPagesInfiniteQuery({ id: document.id, ...view.asked });
  const { currentData, error, isFetching, hasNextPage, isFetchNextPageError, fetchNextPage, refetch } = query;
  const [deleting, setDeleting] = useState<Comment | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const now = useNow(60_000);
  const pages = currentData?.pages;
  const comments = useMemo(() => pages?.flatMap((page) => page.items), [pages]);
  const total = pages?.at(-1)?.total;
  const linked = useLinkedComment(comments, query);

  return (
    <Frame caption={total === undefined ? 'Discussion' : `Discussion ${total}`} list>
      <Stack gap="md">
        <Loaded
          query={{
            data: comments,
            error: isFetchNextPageError ? undefined : error,
            isFetching,
            refetch: () => void refetch(),
          }}
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
                    onDelete={setDeleting}
                  />
                );
              })}
            </div>
          )}
        </Loaded>
        {isFetchNextPageError && !isFetching && (
          <ErrorState title="Failed to load more comments" message={describeError(error)} />
        )}
        {hasNextPage && (
          <Button busy={isFetching} onClick={() => void fetchNextPage()}>
            Show more comments
          </Button>
        )}
        {view.canComment && (
          <CommentForm
            key={document.id}
            id={document.id}
            text={text}
            answer={answer}
            comments={comments ?? none}
          />
        )}
      </Stack>
      <DeleteComment comment={deleting} onClose={() => setDeleting(null)} />
    </Frame>
  );
}

interface DeleteCommentProps {
  /** The comment to delete; the dialog is open while there is one. */
  readonly comment: Comment | null;
  readonly onClose: () => void;
}

function DeleteComment({ comment, onClose }: DeleteCommentProps) {
  const [deleteComment, { isLoading }] = useDeleteCommentMutation();
  return (
    <ConfirmDialog
      open={comment !== null}
      onOpenChange={onClose}
      title="Delete comment"
      description={
        <>
          Delete the comment by <Isolated>{comment?.authorUsername ?? ''}</Isolated>? Its place in the
          discussion stays, without its text.
        </>
      }
      confirmLabel="Delete"
      danger
      busy={isLoading}
      onConfirm={() => {
        if (comment === null) return;
        void deleteComment({ id: comment.documentId, commentId: comment.id }).then(onClose);
      }}
    />
  );
}
