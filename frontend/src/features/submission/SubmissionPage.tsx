import { useState } from 'react';
import { useListOwnSubmissionsQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { Submission } from '@/api/types';
import { LinkButton } from '@/components/Button';
import { Stack } from '@/components/Layout';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { DeniedState, LoadingState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import { useIsWide } from '@/components/useMedia';
import { paths } from '@/lib/paths';
import { canSubmit } from '@/lib/permissions';
import { places } from '@/lib/places';
import { useSearchState } from '@/state/useSearchState';
import { usePolling } from '@/state/usePolling';
import type { RecordText } from '@/text/recordText';
import type { KeptText } from '@/text/keptText';
import { AccessTemplates } from './AccessTemplates';
import { ownSummary, polling } from './ownQueries';
import { RecordConflict } from './RecordConflict';
import { SentNote } from './SentNote';
import { SubmissionForm } from './SubmissionForm';
import { UnsentRecord } from './UnsentRecord';
import { useNewRecord } from './useNewRecord';
import { useSubmissionForm } from './useSubmissionForm';

/** Behind the second tab, and loaded after the form. */
const OwnSubmissions = lazyPart(
  async () => (await import(/* webpackChunkName: "own-submissions" */ './OwnSubmissions')).OwnSubmissions,
  { waiting: <LoadingState label="RETRIEVING SUBMISSIONS" />, Failed: PartFailed },
);

/** Its drafts are loaded after the form too. */
const DraftStrip = lazyPart(
  async () => (await import(/* webpackChunkName: "draft-strip" */ './DraftStrip')).DraftStrip,
  { Failed: () => null },
);

export function SubmissionPage() {
  const user = useUser();
  if (!canSubmit(user)) {
    return (
      <DeniedState
        title="ACCESS DENIED"
        message="The emergency-access account may not own things, so it cannot submit documents."
        action={<LinkButton to={paths.home}>Return to main</LinkButton>}
      />
    );
  }
  return <NewRecord />;
}

/** Each link to the form has a form of its own. */
function NewRecord() {
  const { id, start } = useNewRecord();
  return <SubmissionTabs key={id} start={start} />;
}

interface SubmissionTabsProps {
  readonly start: KeptText<RecordText>;
}

/** Both tabs. The form's text, file and upload belong to it, so that they outlive a change of tab. */
function SubmissionTabs({ start }: SubmissionTabsProps) {
  const [{ tab }, changeSearch] = useSearchState(places.submission.search);
  const own = useListOwnSubmissionsQuery(ownSummary, {
    ...usePolling(polling),
    refetchOnMountOrArgChange: true,
  });
  const handle = useSubmissionForm(start);
  const [sent, setSent] = useState<Submission | null>(null);
  usePreload(OwnSubmissions);
  const isWide = useIsWide();
  return (
    <>
      <PageHeader
        title="Document submission"
        line={isWide}
        folded={false}
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
        onChange={(next, by) => changeSearch({ tab: next }, { clear: true, push: by === 'pointer' })}
        tabs={[
          { value: 'new', label: 'New record' },
          { value: 'mine', label: 'My submissions', count: own.data?.length },
        ]}
      >
        <TabPanel value="new">
          <Stack gap={isWide ? 'md' : 'xl'}>
            {sent && <SentNote submission={sent} />}
            <DraftStrip handle={handle} />
            <RecordConflict handle={handle} />
            <SubmissionForm handle={handle} onDone={setSent} />
          </Stack>
        </TabPanel>
        <TabPanel value="mine">
          <OwnSubmissions query={own} />
        </TabPanel>
      </Tabs>
      <UnsentRecord handle={handle} />
    </>
  );
}
