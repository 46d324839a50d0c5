import { useSearchParams } from 'react-router-dom';
import { useListPendingSubmissionsQuery } from '@/api/endpoints';
import { LinkButton } from '@/components/Button';
import { PageHeader } from '@/components/PageHeader';
import { TabPanel, Tabs } from '@/components/Tabs';
import { paths } from '@/lib/paths';
import { AuditTab } from './AuditTab';
import { DocumentsTab } from './DocumentsTab';
import { adminPolling, tabOf, tabs } from './panel';
import { ReviewTab } from './ReviewTab';
import { SiteControls } from './SiteControls';
import { UsersTab } from './UsersTab';

/** What administrators do: review, keep the documents, keep the accounts. The tab stands in the address. */
export function ControlPanelPage() {
  const [search, setSearch] = useSearchParams();
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
