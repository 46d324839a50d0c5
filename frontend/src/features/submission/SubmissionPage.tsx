import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useListOwnSubmissionsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Submission } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Stack } from '@/components/Layout';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { DeniedState, LoadingState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import { paths } from '@/lib/paths';
import { canSubmit } from '@/lib/permissions';
import { places } from '@/lib/places';
import { useSearchState } from '@/state/useSearchState';
import { usePolling } from '@/state/usePolling';
import { AccessTemplates } from './AccessTemplates';
import { Guidelines } from './Guidelines';
import { ownSummary, polling } from './ownQueries';
import { DraftConflict } from './DraftConflict';
import { draftName, readAnchor, readDraft } from './draft';
import { SentNote } from './SentNote';
import { SavedMark } from './SavedMark';
import { SubmissionForm } from './SubmissionForm';
import { isBlank, type SubmissionValues } from './schema';
import { UnsentDraft } from './UnsentDraft';
import { useFreshDraft } from './useFreshDraft';
import { useSubmissionForm } from './useSubmissionForm';
import { usePrefill } from './usePrefill';

/** Behind the second tab, and loaded after the form. */
const OwnSubmissions = lazyPart(
  async () => (await import(/* webpackChunkName: "own-submissions" */ './OwnSubmissions')).OwnSubmissions,
  { waiting: <LoadingState label="RETRIEVING SUBMISSIONS" />, Failed: PartFailed },
);

/** The submission form, and the user's own submissions. */
export function SubmissionPage() {
  const user = useUser();
  const prefill = usePrefill();
  if (!canSubmit(user)) {
    return (
      <DeniedState
        title="ACCESS DENIED"
        message="The emergency-access account may not own things, so it cannot submit documents."
        action={<LinkButton to={paths.home}>Return to main</LinkButton>}
      />
    );
  }
  return <Workbench key={prefill.times} userId={user.id} prefill={prefill.values} />;
}

interface WorkbenchProps {
  readonly userId: string;
  readonly prefill: SubmissionValues | null;
}

/** Asks whether another text, or none, may take the place of an unsent one. */
function questionAbout(proposal: SubmissionValues | null) {
  return proposal !== null && isBlank(proposal)
    ? {
        title: 'New document',
        description: 'The form holds unsent text. Begin a new document? The text stays in your drafts.',
        confirmLabel: 'Begin',
      }
    : {
        title: 'Replace unsent text',
        description: 'The form holds unsent text. Replace it with the other text? It stays in your drafts.',
        confirmLabel: 'Replace',
      };
}

/** Both tabs. The form's text, file and upload belong to it, so that they outlive a change of tab. */
function Workbench({ userId, prefill }: WorkbenchProps) {
  const navigate = useNavigate();
  const [{ tab }, changeSearch] = useSearchState(places.submission.search);
  const own = useListOwnSubmissionsQuery(ownSummary, {
    ...usePolling(polling),
    refetchOnMountOrArgChange: true,
  });
  const showForm = useCallback(() => {
    void navigate(paths.submission);
  }, [navigate]);
  const [start] = useState(() => ({
    name: draftName,
    kept: readDraft(userId),
    anchor: readAnchor(userId, draftName),
  }));
  const handle = useSubmissionForm(userId, start, prefill, showForm);
  useFreshDraft(handle, start.anchor);
  const [sent, setSent] = useState<Submission | null>(null);
  usePreload(OwnSubmissions);
  return (
    <>
      <PageHeader
        title="Document submission"
        subtitle="Text or file, for review"
        actions={<SavedMark autosave={handle.autosave} />}
        more={
          <>
            <PlaceLink to={paths.drafts()}>My Workspace</PlaceLink>
            <PlaceLink to={paths.home}>Return to main</PlaceLink>
            <AccessTemplates />
          </>
        }
      />
      <Tabs
        label="Document submission"
        value={tab}
        onChange={(next, by) => {
          changeSearch({ tab: next }, { clear: true, push: by === 'pointer' });
        }}
        tabs={[
          { value: 'new', label: 'New record' },
          { value: 'mine', label: 'My submissions', count: own.data?.length },
        ]}
      >
        <TabPanel value="new">
          <Stack gap="xl">
            {sent && <SentNote submission={sent} />}
            <DraftConflict handle={handle} />
            <SubmissionForm userId={userId} handle={handle} onDone={setSent} />
            <Guidelines />
          </Stack>
        </TabPanel>
        <TabPanel value="mine">
          <OwnSubmissions query={own} />
        </TabPanel>
      </Tabs>
      <UnsentDraft userId={userId} handle={handle} />
      <ConfirmDialog
        open={handle.proposal !== null}
        onOpenChange={(open) => {
          if (!open) handle.declineProposal();
        }}
        {...questionAbout(handle.proposal)}
        onConfirm={handle.acceptProposal}
      />
    </>
  );
}
