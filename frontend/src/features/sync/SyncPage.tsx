import { useMemo } from 'react';
import { useListUsersQuery } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import { useConfirm } from '@/components/dialog/ConfirmDialog';
import { Frame } from '@/components/Frame';
import { Grid, Stack } from '@/components/Layout';
import { PageHeader, PlaceLink } from '@/components/PageHeader';
import { TermList } from '@/components/SetupLayout';
import { EmptyState } from '@/components/States';
import { TabPanel, Tabs } from '@/components/Tabs';
import { paths } from '@/lib/paths';
import { places } from '@/lib/places';
import { useStatusLine } from '@/state/hooks';
import { useSearchState } from '@/state/useSearchState';
import { WithoutFactor } from './accountParts';
import { IssuedCodes } from './IssuedCodes';
import { resultHints, tabs, targetNames, unkeptQuestion, withoutFactor } from './sync';
import { DeterministicForm, EmergencyForm, ManualForm } from './SyncForms';
import { useSync } from './useSync';

/** Issues second-factor codes for administrators to hand over. The tab is in the address. */
export function SyncPage() {
  const [{ tab }, changeSearch] = useSearchState(places.codeSync.search);
  const user = useUser();
  // If they cannot be loaded, names are typed without completion.
  const { data: accounts } = useListUsersQuery({});
  const names = useMemo(() => targetNames(tab, user, accounts ?? []), [tab, user, accounts]);
  const bare = useMemo(() => withoutFactor(user, accounts ?? []), [user, accounts]);
  const sync = useSync();
  useStatusLine('SYNC');
  const { issued } = sync;
  const [ask, question] = useConfirm((onConfirm: () => void) => ({
    ...unkeptQuestion(issued?.codes.username ?? ''),
    confirmLabel: 'Discard the codes',
    danger: true,
    onConfirm,
  }));

  return (
    <>
      <PageHeader
        title={places.codeSync.title}
        subtitle="Codes are shown once"
        more={
          <>
            <PlaceLink to={paths.auditLogs}>Security log</PlaceLink>
            <PlaceLink to={paths.admin}>Control panel</PlaceLink>
          </>
        }
      />
      <Tabs
        label="Method"
        tabs={tabs}
        value={tab}
        onChange={(next, by) => {
          const go = () => {
            sync.clear();
            sync.carryName(tab, next);
            changeSearch({ tab: next }, { push: by === 'pointer' });
          };
          if (issued === null || issued.isKept) go();
          else ask(go);
        }}
      >
        {tabs.map(({ value, label }) => (
          <TabPanel key={value} value={value}>
            <Grid columns="528px minmax(0, 1fr)" collapse="wide">
              <Stack gap="xl">
                <Frame caption={label}>
                  {value === 'deterministic' && (
                    <DeterministicForm sync={sync} names={names} accounts={accounts} />
                  )}
                  {value === 'manual' && <ManualForm sync={sync} names={names} accounts={accounts} />}
                  {value === 'emergency' && <EmergencyForm sync={sync} names={names} />}
                </Frame>
                {value === 'deterministic' && (
                  <WithoutFactor
                    accounts={bare}
                    onChoose={(username) => {
                      const { form } = sync.deterministic;
                      form.set('username', username);
                      form.focus('username');
                    }}
                  />
                )}
              </Stack>
              {issued === null ? (
                <Stack gap="xl">
                  <Frame caption="Result">
                    <EmptyState title="No codes yet" hint={resultHints[value]} />
                  </Frame>
                  <Frame caption="Which one">
                    <TermList items={tabs.map(({ label: term, when }) => ({ term, value: when }))} />
                  </Frame>
                </Stack>
              ) : (
                <IssuedCodes
                  key={issued.turn}
                  codes={issued.codes}
                  at={issued.at}
                  isKept={issued.isKept}
                  onKept={sync.keep}
                  onDone={sync.clear}
                />
              )}
            </Grid>
          </TabPanel>
        ))}
      </Tabs>
      {question}
    </>
  );
}
