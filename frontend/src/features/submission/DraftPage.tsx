import { useEffect, useState } from 'react';
import { useGetDraftQuery, useGetOwnSubmissionQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Draft as ServerDraft } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Stack } from '@/components/Layout';
import { Loaded, LoadFailed } from '@/components/Loaded';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { DeniedState } from '@/components/States';
import { isAppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { ReviewerNote } from '@/records/writing/ReviewerNote';
import { useNavigate } from '@/router/RouterProvider';
import { useIdInAddress } from '@/state/useCurrentPlace';
import { keptHere } from '@/text/browser';
import { openedText, type KeptText } from '@/text/keptText';
import { storedRecord } from '@/text/recordDrafts';
import { draftName, readRecord, type RecordText } from '@/text/recordText';
import { RecordConflict } from './RecordConflict';
import { SubmissionForm } from './SubmissionForm';
import { UnsentRecord } from './UnsentRecord';
import { useSubmissionForm } from './useSubmissionForm';

const workspace = <LinkButton to={paths.drafts()}>My Workspace</LinkButton>;

export function DraftPage() {
  const id = useIdInAddress();
  // `currentData`, because `data` may still be the previous draft, into which the user would then type.
  const {
    currentData: data,
    error,
    isFetching,
    refetch,
  } = useGetDraftQuery(id, {
    refetchOnMountOrArgChange: true,
  });
  return (
    <Loaded
      query={{ data, error, isFetching, refetch }}
      what="draft"
      label="RETRIEVING DRAFT"
      failed={(failure) =>
        isAppError(failure.error) && failure.error.status === 404 ? (
          <DeniedState
            title="DRAFT NOT FOUND"
            message="This draft was submitted or deleted, or it is not yours."
            action={workspace}
          />
        ) : (
          <LoadFailed what="draft" {...failure} />
        )
      }
    >
      {(draft) => <DraftForm key={draft.id} draft={draft} />}
    </Loaded>
  );
}

/** What the form begins with: text of this window that is not saved, else the draft of the server. */
function startOf(person: string, draft: ServerDraft): KeptText<RecordText> {
  const name = draftName(draft.id);
  const kept = keptHere(person, name);
  const text = kept === null || kept.isSaved ? null : readRecord(kept.text);
  return kept === null || text === null
    ? openedText(name, storedRecord(draft))
    : { ...kept, text, begun: null };
}

/** The reason why the submission that the draft revises was rejected. */
function Rejection({ submissionId }: { readonly submissionId: string }) {
  const { data: submission } = useGetOwnSubmissionQuery(submissionId);
  return submission === undefined ? null : (
    <ReviewerNote heading="Revising" title={submission.title} rejected={submission} />
  );
}

function DraftForm({ draft }: { readonly draft: ServerDraft }) {
  const { id: userId } = useUser();
  const navigate = useNavigate();
  const [start] = useState(() => startOf(userId, draft));
  const handle = useSubmissionForm(start);
  const { state, slot } = handle;
  useEffect(() => {
    // After KEEP BOTH, and after the draft was deleted elsewhere, the text is in another draft: the address follows it.
    const saved = state.is === 'saved' ? slot.kept().draft : null;
    if (saved !== null && saved.id !== draft.id) void navigate(paths.draft(saved.id), { replace: true });
  }, [state, slot, draft.id, navigate]);
  return (
    <>
      <PageHeader
        title="Draft"
        subtitle="Text or file, for review"
        more={
          <>
            {workspace}
            <PlaceLink to={paths.home}>Return to main</PlaceLink>
          </>
        }
      />
      <Stack gap="xl">
        <RecordConflict handle={handle} />
        {draft.revises !== null && <Rejection submissionId={draft.revises} />}
        <SubmissionForm
          handle={handle}
          revises={draft.revises}
          onDone={(sent) => void navigate(sent !== null ? paths.drafts('mine') : paths.drafts())}
        />
      </Stack>
      <UnsentRecord handle={handle} />
    </>
  );
}
