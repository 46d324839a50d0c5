import {
  useAdminDocumentCountQuery,
  useAdminDocumentPageQuery,
  useListDocumentEditsQuery,
  useListPendingSubmissionsQuery,
  useListUsersQuery,
} from '@/api/endpoints';
import { useLogout } from '@/commands/useCommandContext';
import { Button } from '@/components/Button';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { LoadingState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import { useOnePane } from '@/components/useMedia';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { useSearchState } from '@/state/useSearchState';
import { adminPolling, usePolling } from '@/state/usePolling';
import { queueSummary } from '@/features/review/queue';
import { SubmissionsDesk } from '@/features/review/SubmissionsDesk';
import { AuditTab } from './AuditTab';
import { ExportControl } from './ExportControl';
import { FirstStepsAgain } from './FirstStepsAgain';
import { accountsCount, tabs, type PanelTab } from './panel';
import { LockSwitch, SecondFactorControls, SiteLamp } from './SiteControls';

const EditsDesk = lazyPart(
  async () => (await import(/* webpackChunkName: "admin-edits" */ '@/features/review/EditsDesk')).EditsDesk,
  { waiting: <LoadingState label="RETRIEVING EDITS" />, Failed: PartFailed },
);
const DocumentsTab = lazyPart(
  async () => (await import(/* webpackChunkName: "admin-documents" */ './DocumentsTab')).DocumentsTab,
  { waiting: <LoadingState label="RETRIEVING DOCUMENTS" />, Failed: PartFailed },
);
const TrashTab = lazyPart(
  async () => (await import(/* webpackChunkName: "admin-trash" */ './TrashTab')).TrashTab,
  { waiting: <LoadingState label="RETRIEVING TRASH" />, Failed: PartFailed },
);
const UsersTab = lazyPart(
  async () => (await import(/* webpackChunkName: "admin-users" */ './UsersTab')).UsersTab,
  { waiting: <LoadingState label="RETRIEVING ACCOUNTS" />, Failed: PartFailed },
);

const links = [
  [paths.archiveRequests, 'Archive requests'],
  [paths.auditLogs, 'Security log'],
  [paths.monitoring, 'Security monitoring'],
  [paths.analytics, 'Analytics'],
  [paths.codeSync, 'Code sync'],
] as const;

/** Whether the tab shows a queue beside a case, which needs the height of the window. */
function isDesk(tab: PanelTab): boolean {
  return tab === 'review' || tab === 'edits';
}

/** The administrators' page. The open tab and the open case are in the address. */
export function ControlPanelPage() {
  const [{ tab, case: open }, changeSearch] = useSearchState(places.admin.search);
  const logout = useLogout();
  usePreload(EditsDesk, DocumentsTab, UsersTab);
  const counts = useCounts(tab);

  const onePane = useOnePane();

  // If only one pane fits, a case is a separate page.
  if (onePane && open !== '') {
    if (tab === 'review') return <SubmissionsDesk />;
    if (tab === 'edits') return <EditsDesk />;
  }
  // Until the count is known, the queue is assumed to have items, so that the page header does not move.
  const isFolded = !onePane && isDesk(tab) && (open !== '' || counts[tab] !== 0);
  return (
    <>
      <PageHeader
        title="Control panel"
        long
        line={isFolded}
        subtitle={isFolded ? undefined : <SiteLamp />}
        actions={<LockSwitch />}
        more={
          <>
            {links.map(([to, name]) => (
              <PlaceLink key={to} to={to}>
                {name}
              </PlaceLink>
            ))}
            <FirstStepsAgain />
            <Button size="sm" variant="flat" onClick={() => void logout()}>
              Log out
            </Button>
            <SecondFactorControls />
            <ExportControl />
          </>
        }
      />
      <Tabs
        label="Control panel"
        value={tab}
        onChange={(next, by) => changeSearch({ tab: next }, { clear: true, push: by === 'pointer' })}
        tabs={tabs.map(({ value, label }) => ({ value, label, count: counts[value] }))}
      >
        <TabPanel value="review">
          <SubmissionsDesk />
        </TabPanel>
        <TabPanel value="edits">
          <EditsDesk />
        </TabPanel>
        <TabPanel value="documents">
          <DocumentsTab />
        </TabPanel>
        <TabPanel value="trash">
          <TrashTab />
        </TabPanel>
        <TabPanel value="users">
          <UsersTab />
        </TabPanel>
        <TabPanel value="audit">
          <AuditTab />
        </TabPanel>
      </Tabs>
    </>
  );
}

/** The counts of all tabs; `undefined` if a count is not loaded yet, or the tab has none. */
function useCounts(open: PanelTab): Readonly<Record<PanelTab, number | string | undefined>> {
  const queue = useListPendingSubmissionsQuery(queueSummary, usePolling(adminPolling));
  const edits = useListDocumentEditsQuery(queueSummary, usePolling(adminPolling));
  const accounts = useListUsersQuery({}, usePolling(adminPolling));
  // The open tab gets its count with the first page.
  const page = useAdminDocumentPageQuery(null, { skip: open !== 'documents' });
  const total = useAdminDocumentCountQuery(undefined, { skip: open === 'documents' });
  return {
    review: queue.data?.length,
    edits: edits.data?.length,
    documents: open === 'documents' ? page.currentData?.total : total.currentData,
    users: accounts.data && accountsCount(accounts.data),
    trash: undefined,
    audit: undefined,
  };
}
