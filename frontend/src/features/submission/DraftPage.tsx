import { useCallback, useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useGetDraftQuery, useGetOwnSubmissionQuery } from '@/api/endpoints';
import { isAppError } from '@/api/errors';
import { useUser } from '@/api/selectors';
import type { Draft as ServerDraft } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Stack } from '@/components/Layout';
import { Loaded, LoadFailed } from '@/components/Loaded';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { DeniedState } from '@/components/States';
import { paths } from '@/lib/paths';
import { newAttemptKey } from '@/lib/keys';
import { DraftConflict } from './DraftConflict';
import { draftName, fromServer, openedName, readAnchor, readDraft } from './draft';
import { Guidelines } from './Guidelines';
import { rejectionOf } from './revision';
import { RevisionNote } from './RevisionNote';
import { SavedMark } from './SavedMark';
import { SubmissionForm } from './SubmissionForm';
import { UnsentDraft } from './UnsentDraft';
import { useFreshDraft } from './useFreshDraft';
import { useSubmissionForm, type FormStart } from './useSubmissionForm';

const workspace = <LinkButton to={paths.drafts()}>My Workspace</LinkButton>;

/** A draft of the workspace in the submission form. */
export function DraftPage() {
  const { id = '' } = useParams();
  // Not the draft of the address before: what is typed into its form would go into that one.
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
      {(draft) => <Bench key={draft.id} draft={draft} />}
    </Loaded>
  );
}

/** What the form begins with: text of this window that is not saved, else the draft of the server. */
function startOf(userId: string, draft: ServerDraft): FormStart {
  const isOnPage = readAnchor(userId, draftName)?.draft?.id === draft.id;
  const name = isOnPage ? draftName : openedName(draft.id);
  const anchor = readAnchor(userId, name);
  const kept = readDraft(userId, name);
  if (anchor !== null && !anchor.isSaved) return { name, kept, anchor };
  const { id, revision, clearanceLevel } = draft;
  const slot = anchor?.slot ?? newAttemptKey();
  return {
    name,
    kept: fromServer(draft),
    anchor: { slot, draft: { id, revision }, begun: null, isSaved: true, clearanceLevel },
  };
}

/** The reason why the submission that the draft revises was rejected. */
function Rejection({ submissionId }: { readonly submissionId: string }) {
  const { data: submission } = useGetOwnSubmissionQuery(submissionId);
  return submission === undefined ? null : <RevisionNote {...rejectionOf(submission)} />;
}

function Bench({ draft }: { readonly draft: ServerDraft }) {
  const { id: userId } = useUser();
  const navigate = useNavigate();
  const [start] = useState(() => startOf(userId, draft));
  const ignore = useCallback(() => undefined, []);
  const handle = useSubmissionForm(userId, start, null, ignore);
  const { state, saver } = handle.autosave;
  // The draft was read a moment ago.
  useFreshDraft(handle, null);
  useEffect(() => {
    // After KEEP BOTH, and after the draft was deleted elsewhere, the text is in another draft: the address follows it.
    const saved = state.is === 'saved' ? saver.unsaved().draft : null;
    if (saved !== null && saved.id !== draft.id) void navigate(paths.draft(saved.id), { replace: true });
  }, [state, saver, draft.id, navigate]);
  return (
    <>
      <PageHeader
        title="Draft"
        subtitle="Text or file, for review"
        actions={<SavedMark autosave={handle.autosave} />}
        more={
          <>
            {workspace}
            <PlaceLink to={paths.home}>Return to main</PlaceLink>
          </>
        }
      />
      <Stack gap="xl">
        <DraftConflict handle={handle} />
        {draft.revises !== null && <Rejection submissionId={draft.revises} />}
        <SubmissionForm
          userId={userId}
          handle={handle}
          onDone={(sent) => {
            void navigate(sent !== null ? paths.drafts('mine') : paths.drafts());
          }}
        />
        <Guidelines />
      </Stack>
      <UnsentDraft userId={userId} handle={handle} />
    </>
  );
}
