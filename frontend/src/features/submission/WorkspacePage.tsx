import {
  useListDraftsQuery,
  useListOwnEditsQuery,
  useListOwnSubmissionsQuery,
  useListTimedOutQuery,
} from '@/api/endpoints';
import { useSiteLocked, useUser } from '@/api/selectors';
import { LinkButton } from '@/components/Button';
import { KeyCap } from '@/components/Kbd';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { PageHeader } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { DeniedState, LoadingState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import { workspaceKeys } from '@/keyboard/keys';
import { paths } from '@/lib/paths';
import { canPassLockdown, canSubmit } from '@/lib/permissions';
import { places } from '@/lib/places';
import { useNavigate } from '@/router/RouterProvider';
import { useKey } from '@/state/useKey';
import { useSearchState } from '@/state/useSearchState';
import { usePolling } from '@/state/usePolling';
import { DraftList } from './DraftList';
import { OwnExport } from './OwnExport';
import { pendingCount } from './ownEdits';
import { PendingEdits } from './PendingEdits';
import { ownSummary, polling } from './ownQueries';
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

function Workspace() {
  const navigate = useNavigate();
  const [{ tab }, changeSearch] = useSearchState(places.drafts.search);
  const fresh = { refetchOnMountOrArgChange: true } as const;
  const drafts = useListDraftsQuery(undefined, fresh);
  const polled = { ...fresh, ...usePolling(polling) };
  const edits = useListOwnEditsQuery({}, polled);
  const late = useListTimedOutQuery({}, polled);
  const own = useListOwnSubmissionsQuery(ownSummary, polled);
  usePreload(OwnSubmissions);
  useKey(workspaceKeys.create, () => void navigate(paths.submission));
  return (
    <>
      <PageHeader
        title="Workspace"
        subtitle="What you are writing, and what became of it"
        actions={
          <>
            <LinkButton to={paths.submission}>
              New document <KeyCap>{workspaceKeys.create}</KeyCap>
            </LinkButton>
            <OwnExport />
          </>
        }
      />
      <Tabs
        label="Workspace"
        value={tab}
        onChange={(next, by) => changeSearch({ tab: next }, { clear: true, push: by === 'pointer' })}
        tabs={[
          { value: 'drafts', label: 'Drafts', count: drafts.data?.length },
          { value: 'edits', label: 'Pending edits', count: pendingCount(edits.data) },
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
          <OwnSubmissions query={own} at="drafts" />
        </TabPanel>
      </Tabs>
    </>
  );
}
