import { useSearchParams } from 'react-router-dom';
import { useAuditCountQuery, type AuditFilters } from '@/api/endpoints';
import { LinkButton } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Stack } from '@/components/Layout';
import { PageHeader } from '@/components/PageHeader';
import { SearchInput } from '@/components/SearchInput';
import { TabPanel, Tabs } from '@/components/Tabs';
import { Footnote } from '@/components/Text';
import { paths } from '@/lib/paths';
import { useStatusLine } from '@/state/hooks';
import { useRowKeys } from '@/state/useRowKeys';
import { AuditSeal } from './AuditSeal';
import { EntryList } from './EntryList';
import { maxSearchLength, readFilters, views } from './entries';
import { useAuditEntries } from './useAuditEntries';

function otherView({ view, ...rest }: AuditFilters): AuditFilters {
  return { ...rest, view: view === 'admin' ? 'user' : 'admin' };
}

/** The security log: what was done, by whom and from where, and whether the record of it is whole. */
export function AuditPage() {
  const [params, setParams] = useSearchParams();
  const filters = readFilters(params);
  const entries = useAuditEntries(filters);
  const otherCount = useAuditCountQuery(otherView(filters)).currentData;
  useRowKeys();

  const { items, total } = entries;
  const narrowed = filters.q !== undefined;
  useStatusLine(
    narrowed ? 'FILTER' : 'READY',
    items === undefined ? null : `${items.length} / ${total ?? '?'}`,
  );

  const search = (text: string) => {
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (text.trim() === '') next.delete('q');
        else next.set('q', text.trim());
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const tabs = views.map(({ value, label }) => ({
    value,
    label,
    count: value === filters.view ? total : (otherCount ?? undefined),
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
              value={filters.q ?? ''}
              onSearch={search}
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
        value={filters.view}
        onChange={(view) => {
          setParams({ view, ...(filters.q === undefined ? {} : { q: filters.q }) });
        }}
      >
        {views.map(({ value }) => (
          <TabPanel key={value} value={value}>
            <EntryList
              entries={entries}
              view={value}
              narrowed={narrowed}
              onClear={() => {
                search('');
              }}
            />
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
