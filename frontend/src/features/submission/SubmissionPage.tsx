import { useUser } from '@/api/selectors';
import { LinkButton } from '@/components/Button';
import { ConfirmDialog } from '@/components/ConfirmDialog';
import { Frame } from '@/components/Frame';
import { Grid } from '@/components/Layout';
import { lazyPart } from '@/components/lazyPart';
import { PageHeader } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { DeniedState, LoadingState } from '@/components/States';
import { paths } from '@/lib/paths';
import { canSubmit } from '@/lib/permissions';
import { AccessTemplates } from './AccessTemplates';
import { Guidelines } from './Guidelines';
import { SubmissionForm } from './SubmissionForm';
import type { SubmissionValues } from './schema';
import { useSubmissionForm } from './useSubmissionForm';
import { usePrefill } from './usePrefill';

/** Below the form, and loaded after it. */
const OwnSubmissions = lazyPart(
  async () => (await import(/* webpackChunkName: "own-submissions" */ './OwnSubmissions')).OwnSubmissions,
  {
    waiting: (
      <Frame caption="My submissions">
        <LoadingState />
      </Frame>
    ),
    Failed: PartFailed,
  },
);

/** The submission form, and the reader's own submissions. */
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
  return <RecordForm key={prefill.times} userId={user.id} prefill={prefill.values} />;
}

interface RecordFormProps {
  readonly userId: string;
  readonly prefill: SubmissionValues | null;
}

function RecordForm({ userId, prefill }: RecordFormProps) {
  const handle = useSubmissionForm(userId, prefill);
  return (
    <>
      <PageHeader
        title="Document submission"
        subtitle="Text or file, for review"
        actions={
          <>
            <LinkButton to={paths.home}>Return to main</LinkButton>
            <AccessTemplates />
          </>
        }
      />
      <Grid columns="minmax(0, 1fr) 320px">
        <SubmissionForm userId={userId} handle={handle} />
        <Guidelines />
      </Grid>
      <OwnSubmissions onAgain={handle.submitAgain} />
      <ConfirmDialog
        open={handle.proposal !== null}
        onOpenChange={(open) => {
          if (!open) handle.declineProposal();
        }}
        title="Replace unsent text"
        description="The form holds unsent text. Replace it with the other text?"
        confirmLabel="Replace"
        danger
        onConfirm={handle.acceptProposal}
      />
    </>
  );
}
