import { useMemo, useState } from 'react';
import { useAuditCountQuery, type AuditFilters } from '@/api/auditLog';
import { useVerifyAuditLogQuery } from '@/api/endpoints';
import { Button, DownloadButton } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { Grid, Stack } from '@/components/Layout';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { TabPanel, Tabs } from '@/components/Tabs';
import { Text } from '@/components/Text';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { readStored, writeStored } from '@/lib/storage';
import { useStatusLine } from '@/state/hooks';
import { useRowKeys } from '@/state/useRowKeys';
import { useSearchState } from '@/state/useSearchState';
import { AuditSeal, AuditWarning } from './AuditSeal';
import { CheckpointButton } from './CheckpointButton';
import { EntryList } from './EntryList';
import { LogFilters, type LogSearch } from './LogFilters';
import { personOf, systemName, views } from './entries';
import { useAuditEntries } from './useAuditEntries';

const exportPath = '/api/admin/audit-logs/export';

/** The filters in the address, without the empty ones. */
function filtersOf({ view, ...rest }: LogSearch): AuditFilters {
  return { view, ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== '')) };
}

function otherView({ view, ...rest }: AuditFilters): AuditFilters {
  return { ...rest, view: view === 'admin' ? 'user' : 'admin' };
}

/** Whether all entries are expanded, remembered between visits. */
function useOpenAll(): readonly [boolean, () => void] {
  const [openAll, setOpenAll] = useState(() => readStored('logOpen') ?? false);
  return [
    openAll,
    () => {
      writeStored('logOpen', !openAll);
      setOpenAll(!openAll);
    },
  ];
}

/** The security log: who did what, from where, and whether the log is complete and unaltered. */
export function AuditPage() {
  const [search, changeSearch] = useSearchState(places.auditLogs.search);
  const { view } = search;
  const filters = useMemo(() => filtersOf(search), [search]);
  const entries = useAuditEntries(filters);
  const otherCount = useAuditCountQuery(otherView(filters)).currentData;
  const check = useVerifyAuditLogQuery();
  const [openAll, toggleOpenAll] = useOpenAll();
  useRowKeys();

  const { data: items, total } = entries;
  const narrowed = Object.keys(filters).length > 1;
  useStatusLine(
    narrowed ? 'FILTER' : 'READY',
    items === undefined ? null : `${items.length} / ${total ?? '?'}`,
  );
  const people = useMemo(() => [...new Set([systemName, ...(items ?? []).map(personOf)])].sort(), [items]);

  const tabs = views.map(({ value, label }) => ({
    value,
    label,
    count: value === view ? total : (otherCount ?? undefined),
  }));

  const elsewhere = (other: (typeof views)[number] | undefined) =>
    other === undefined || !otherCount
      ? null
      : {
          label: other.label,
          count: otherCount,
          onShow: () => changeSearch({ view: other.value }, { push: true }),
        };

  return (
    <>
      <PageHeader
        title="Security log"
        subtitle="Administrators only. Newest first."
        more={
          <>
            <CheckpointButton />
            <DownloadButton href={exportPath}>Export NDJSON</DownloadButton>
            <PlaceLink to={paths.admin}>Control panel</PlaceLink>
          </>
        }
      />
      <Tabs
        label="Log"
        tabs={tabs}
        value={view}
        onChange={(next, by) => changeSearch({ view: next }, { push: by === 'pointer' })}
      >
        <Stack gap="md" below>
          <LogFilters
            search={search}
            onChange={changeSearch}
            people={people}
            seal={<AuditSeal check={check} />}
          />
          <AuditWarning check={check} />
          <Grid columns="minmax(0, 1fr) auto" gap="md" collapse="phone">
            <Text as="p" tone="muted" size="dense">
              Logs are permanent and immutable. Every entry records the IP address and the user agent.
              Emergency access attempts are logged with the access key information.
            </Text>
            <Button size="sm" aria-pressed={openAll} onClick={toggleOpenAll}>
              Open all
            </Button>
          </Grid>
        </Stack>
        {views.map(({ value, label }, index) => (
          <TabPanel key={value} value={value}>
            <Frame flush label={label}>
              <EntryList
                entries={entries}
                view={value}
                narrowed={narrowed}
                reversed={search.from !== '' && search.to !== '' && search.from > search.to}
                openAll={openAll}
                brokenAt={check.data?.firstBroken?.number ?? null}
                onClear={() => changeSearch({ q: '', action: '', person: '', from: '', to: '' })}
                elsewhere={elsewhere(views[1 - index])}
              />
            </Frame>
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
