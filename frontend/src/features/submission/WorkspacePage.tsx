import { useNavigate } from 'react-router-dom';
import {
  useCreateDraftMutation,
  useListDraftsQuery,
  useListOwnPendingEditsQuery,
  useListOwnSubmissionsQuery,
  useListTimedOutQuery,
} from '@/api/endpoints';
import { describeError } from '@/api/errors';
import { useSiteLocked, useUser } from '@/api/selectors';
import type { Submission } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { KeyCap } from '@/components/Kbd';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { PageHeader } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { DeniedState, LoadingState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import { newAttemptKey } from '@/lib/keys';
import { paths } from '@/lib/paths';
import { canPassLockdown, canSubmit } from '@/lib/permissions';
import { places } from '@/lib/places';
import { useToast } from '@/state/hooks';
import { useKey } from '@/state/useKey';
import { useSearchState } from '@/state/useSearchState';
import { DraftList } from './DraftList';
import { openedName, textToSave, writeDraft } from './draft';
import { OwnExport } from './OwnExport';
import { PendingEdits } from './PendingEdits';
import { polling } from './polling';
import { revisionOf } from './useSubmissionForm';
import { TimedOutList } from './TimedOutList';

/** Loaded when its tab is opened. */
const OwnSubmissions = lazyPart(
  async () => (await import(/* webpackChunkName: "own-submissions" */ './OwnSubmissions')).OwnSubmissions,
  { waiting: <LoadingState label="RETRIEVING SUBMISSIONS" />, Failed: PartFailed },
);

const home = <LinkButton to={paths.home}>Return to main</LinkButton>;

/** The personal workspace: drafts, and what became of what was sent in. */
export function WorkspacePage() {
  const user = useUser();
  const locked = useSiteLocked();
  if (locked && !canPassLockdown(user))
    return <DeniedState title="SYSTEM LOCKED" message="Access temporarily restricted" action={home} />;
  if (!canSubmit(user))
    return (
      <DeniedState
        title="ACCESS DENIED"
        message="The emergency-access account may not own things, so it has no workspace."
        action={home}
      />
    );
  return <Workspace />;
}

/** Begins a draft with a rejected submission, and opens it. */
function useRevise(): (submission: Submission) => void {
  const { id: userId } = useUser();
  const navigate = useNavigate();
  const toast = useToast();
  const [createDraft] = useCreateDraftMutation();
  const revise = async (submission: Submission) => {
    const { values, file, revising } = revisionOf(submission);
    const draft = await createDraft({
      'Idempotency-Key': newAttemptKey(),
      createDraftRequest: textToSave(values, file?.path ?? null, null),
    }).unwrap();
    writeDraft(userId, { values, file, lostFile: null, revising }, openedName(draft.id));
    await navigate(paths.draft(draft.id));
  };
  return (submission) => {
    void revise(submission).catch((error: unknown) => {
      toast({ tone: 'danger', title: 'Not revised', description: describeError(error) });
    });
  };
}

function Workspace() {
  const navigate = useNavigate();
  const [{ tab }, changeSearch] = useSearchState(places.drafts.search);
  const fresh = { refetchOnMountOrArgChange: true } as const;
  const drafts = useListDraftsQuery(undefined, fresh);
  const edits = useListOwnPendingEditsQuery({}, { ...fresh, pollingInterval: polling });
  const late = useListTimedOutQuery({}, { ...fresh, pollingInterval: polling });
  const own = useListOwnSubmissionsQuery({}, { ...fresh, pollingInterval: polling });
  const revise = useRevise();
  usePreload(OwnSubmissions);
  useKey('n', () => {
    void navigate(paths.submission);
  });
  return (
    <>
      <PageHeader
        title="Workspace"
        subtitle="What you are writing, and what became of it"
        actions={
          <>
            <LinkButton to={paths.submission}>
              New document <KeyCap>n</KeyCap>
            </LinkButton>
            <OwnExport />
          </>
        }
      />
      <Tabs
        label="Workspace"
        value={tab}
        onChange={(next, by) => {
          changeSearch({ tab: next }, { clear: true, push: by === 'pointer' });
        }}
        tabs={[
          { value: 'drafts', label: 'Drafts', count: drafts.data?.length },
          { value: 'edits', label: 'Pending edits', count: edits.data?.length },
          { value: 'timed-out', label: 'Timed out', count: late.data?.length },
          { value: 'mine', label: 'My submissions', count: own.data?.length },
        ]}
      >
        <TabPanel value="drafts">
          <DraftList query={drafts} />
        </TabPanel>
        <TabPanel value="edits">
          <PendingEdits query={edits} />
        </TabPanel>
        <TabPanel value="timed-out">
          <TimedOutList query={late} />
        </TabPanel>
        <TabPanel value="mine">
          <OwnSubmissions query={own} onRevise={revise} at="drafts" />
        </TabPanel>
      </Tabs>
    </>
  );
}
