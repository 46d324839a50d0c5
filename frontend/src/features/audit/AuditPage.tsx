import { useAuditCountQuery, type AuditFilters } from '@/api/endpoints';
import { LinkButton } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { PageHeader } from '@/components/PageHeader';
import { SearchInput } from '@/components/SearchInput';
import { TabPanel, Tabs } from '@/components/Tabs';
import { Footnote } from '@/components/Text';
import { paths } from '@/lib/paths';
import { maxSearchLength, places } from '@/lib/places';
import { useStatusLine } from '@/state/hooks';
import { useRowKeys } from '@/state/useRowKeys';
import { useSearchState } from '@/state/useSearchState';
import { AuditSeal } from './AuditSeal';
import { EntryList } from './EntryList';
import { views } from './entries';
import { useAuditEntries } from './useAuditEntries';

function otherView({ view, ...rest }: AuditFilters): AuditFilters {
  return { ...rest, view: view === 'admin' ? 'user' : 'admin' };
}

/** The security log: who did what, from where, and whether the log is complete and unaltered. */
export function AuditPage() {
  const [{ view, q }, changeSearch] = useSearchState(places.auditLogs.search);
  const filters: AuditFilters = q === '' ? { view } : { view, q };
  const entries = useAuditEntries(filters);
  const otherCount = useAuditCountQuery(otherView(filters)).currentData;
  useRowKeys();

  const { items, total } = entries;
  const narrowed = q !== '';
  useStatusLine(
    narrowed ? 'FILTER' : 'READY',
    items === undefined ? null : `${items.length} / ${total ?? '?'}`,
  );

  const tabs = views.map(({ value, label }) => ({
    value,
    label,
    count: value === view ? total : (otherCount ?? undefined),
  }));

  return (
    <>
      <PageHeader
        title="Security log"
        subtitle="Administrators only. Newest first."
        actions={<LinkButton to={paths.admin}>Control panel</LinkButton>}
      />
      <AuditSeal />
      <Frame caption="Search">
        <Stack>
          <div role="search">
            <SearchInput
              label="Search the log"
              maxLength={maxSearchLength}
              value={q}
              onSearch={(text) => {
                changeSearch({ q: text });
              }}
            />
          </div>
          <Footnote>
            Logs are permanent and immutable. Every entry records the IP address and the user agent. Emergency
            access attempts are logged with the access key information.
          </Footnote>
        </Stack>
      </Frame>
      <Tabs
        label="Log"
        tabs={tabs}
        value={view}
        onChange={(next, by) => {
          changeSearch({ view: next }, { push: by === 'pointer' });
        }}
      >
        {views.map(({ value }) => (
          <TabPanel key={value} value={value}>
            <EntryList
              entries={entries}
              view={value}
              narrowed={narrowed}
              onClear={() => {
                changeSearch({ q: '' });
              }}
            />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
