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
import { Guidelines } from './Guidelines';
import { SubmissionForm } from './SubmissionForm';
import type { SubmissionValues } from './schema';
import { useDesk } from './useDesk';
import { usePrefill } from './usePrefill';

/** It stands below the form, and comes after it. */
const OwnSubmissions = lazyPart(
  async () => (await import(/* webpackChunkName: "own-submissions" */ './OwnSubmissions')).OwnSubmissions,
  {
    waiting: (
      <Frame caption="Own submissions">
        <LoadingState />
      </Frame>
    ),
    Failed: PartFailed,
  },
);

/** Sending lore in, and what became of what was sent. */
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
  return <SubmissionDesk key={prefill.times} userId={user.id} prefill={prefill.values} />;
}

interface SubmissionDeskProps {
  readonly userId: string;
  readonly prefill: SubmissionValues | null;
}

function SubmissionDesk({ userId, prefill }: SubmissionDeskProps) {
  const desk = useDesk(userId, prefill);
  return (
    <>
      <PageHeader
        title="Document submission"
        subtitle="Text or file, for review"
        actions={<LinkButton to={paths.home}>Return to main</LinkButton>}
      />
      <Grid columns="minmax(0, 1fr) 320px">
        <SubmissionForm userId={userId} desk={desk} />
        <Guidelines />
      </Grid>
      <OwnSubmissions onAgain={desk.submitAgain} />
      <ConfirmDialog
        open={desk.proposal !== null}
        onOpenChange={(open) => {
          if (!open) desk.declineProposal();
        }}
        title="Replace unsent text"
        description="There is unsent text in the form. The other text would take its place."
        confirmLabel="Replace"
        danger
        onConfirm={desk.acceptProposal}
      />
    </>
  );
}
