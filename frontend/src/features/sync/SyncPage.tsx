import { useMemo } from 'react';
import { useListUsersQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import { Frame } from '@/components/Frame';
import { Grid } from '@/components/Layout';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { EmptyState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { useSearchState } from '@/state/useSearchState';
import { IssuedCodes } from './IssuedCodes';
import { DeterministicForm, EmergencyForm, ManualForm } from './SyncForms';
import { tabs, targetNames } from './sync';
import { useSync } from './useSync';

/** Issues codes of a second factor, which administrators hand over. The address holds the tab. */
export function SyncPage() {
  const [{ tab }, changeSearch] = useSearchState(places.codeSync.search);
  const user = useUser();
  // Without them names are typed in full.
  const { data: accounts } = useListUsersQuery({});
  const names = useMemo(() => targetNames(tab, user, accounts ?? []), [tab, user, accounts]);
  const sync = useSync();
  const { issued } = sync;

  return (
    <>
      <PageHeader
        title={places.codeSync.title}
        subtitle="Second factor codes"
        actions={<PlaceLink to={paths.admin}>Return to admin</PlaceLink>}
      />
      <Tabs
        label="Method"
        tabs={tabs}
        value={tab}
        onChange={(next, by) => {
          sync.carryName(tab, next);
          changeSearch({ tab: next }, { push: by === 'pointer' });
        }}
      >
        {tabs.map(({ value, label }) => (
          <TabPanel key={value} value={value}>
            <Grid columns="minmax(0, 1fr) minmax(0, 1fr)">
              <Frame caption={label}>
                {value === 'deterministic' && <DeterministicForm sync={sync} names={names} />}
                {value === 'manual' && <ManualForm sync={sync} names={names} />}
                {value === 'emergency' && <EmergencyForm sync={sync} names={names} />}
              </Frame>
              {issued === null ? (
                <Frame caption="Issued codes">
                  <EmptyState title="NO CODES ISSUED" hint="Codes are shown here once." />
                </Frame>
              ) : (
                <IssuedCodes
                  key={issued.turn}
                  codes={issued.codes}
                  isKept={issued.isKept}
                  onKept={sync.keep}
                  onDone={sync.clear}
                />
              )}
            </Grid>
          </TabPanel>
        ))}
      </Tabs>
    </>
  );
}
