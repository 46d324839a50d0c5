import { useSearchParams } from 'react-router-dom';
import { useListPendingSubmissionsQuery } from '@/api/endpoints';
import { LinkButton } from '@/components/Button';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { PageHeader } from '@/components/PageHeader';
import { PartFailed } from '@/components/PartFailed';
import { LoadingState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import { paths } from '@/lib/paths';
import { AuditTab } from './AuditTab';
import { adminPolling, tabOf, tabs } from './panel';
import { ReviewTab } from './ReviewTab';
import { SiteControls } from './SiteControls';

const DocumentsTab = lazyPart(
  async () => (await import(/* webpackChunkName: "admin-documents" */ './DocumentsTab')).DocumentsTab,
  { waiting: <LoadingState label="RETRIEVING DOCUMENTS" />, Failed: PartFailed },
);
const UsersTab = lazyPart(
  async () => (await import(/* webpackChunkName: "admin-users" */ './UsersTab')).UsersTab,
  { waiting: <LoadingState label="RETRIEVING ACCOUNTS" />, Failed: PartFailed },
);

/** What administrators do: review, keep the documents, keep the accounts. The tab stands in the address. */
export function ControlPanelPage() {
  const [search, setSearch] = useSearchParams();
  usePreload(DocumentsTab, UsersTab);
  const tab = tabOf(search.get('tab'));
  // Asked here, so that the count stays true on every tab.
  const queue = useListPendingSubmissionsQuery({}, { pollingInterval: adminPolling });

  return (
    <>
      <PageHeader
        title="Control panel"
        subtitle="Administrators only. Every decision is logged."
        actions={<LinkButton to={paths.auditLogs}>Security log</LinkButton>}
      />
      <SiteControls />
      <Tabs
        label="Control panel"
        value={tab}
        onChange={(next) => {
          setSearch({ tab: next });
        }}
        tabs={tabs.map(({ value, label }) => ({
          value,
          label,
          ...(value === 'review' && queue.data ? { count: queue.data.length } : {}),
        }))}
      >
        <TabPanel value="review">
          <ReviewTab />
        </TabPanel>
        <TabPanel value="documents">
          <DocumentsTab />
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
