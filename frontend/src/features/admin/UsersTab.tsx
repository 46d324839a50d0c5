import { useState } from 'react';
import { useListUsersQuery, useUnlockUserMutation } from '@/api/endpoints';
import { describeError } from '@/api/errors';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { FormError } from '@/components/Form';
import { Frame } from '@/components/Frame';
import { Grid, Row, Stack } from '@/components/Layout';
import { Select } from '@/components/Select';
import { EmptyState, ErrorState, LoadingState } from '@/components/States';
import { TextInput } from '@/components/TextInput';
import { plural } from '@/lib/text';
import { useStatusLine } from '@/state/hooks';
import { adminPolling, rowsAtOnce } from './panel';
import { UserDialogs, type Intent } from './UserDialogs';
import { UsersTable } from './UsersTable';
import { useUserFilter } from './useUserFilter';
import { filterUsers, groupOf, userGroups } from './users';
import type { UserAction } from './userActions';

/** The accounts of the facility: let in, raise, lower, unlock, remove. */
export function UsersTab() {
  const { data, error, isFetching, refetch } = useListUsersQuery({}, { pollingInterval: adminPolling });
  const [unlockUser] = useUnlockUserMutation();
  const [intent, setIntent] = useState<Intent | null>(null);
  const [shown, setShown] = useState(rowsAtOnce);
  const filter = useUserFilter();
  const users = data ? filterUsers(data, filter.group, filter.text) : [];
  useStatusLine(filter.narrowed ? 'FILTER' : 'READY', data ? `${users.length} / ${data.length}` : null);

  if (!data) {
    return error && !isFetching ? (
      <ErrorState
        title="Failed to load users"
        message={describeError(error)}
        onRetry={() => void refetch()}
      />
    ) : (
      <LoadingState label="RETRIEVING ACCOUNTS" />
    );
  }

  const act = (action: UserAction, target: User) => {
    if (action === 'unlock') void unlockUser(target.id);
    else setIntent({ action, target });
  };

  return (
    <>
      <Stack gap="xl">
        {error && <FormError message={`The accounts could not be refreshed. ${describeError(error)}`} />}
        <Frame caption="Filter">
          <Grid columns="220px minmax(0, 1fr)" gap="lg" collapse="phone">
            <Select
              label="Status"
              value={filter.group}
              options={userGroups}
              onChange={(event) => {
                filter.setGroup(groupOf(event.target.value));
              }}
            />
            <TextInput
              label="Name or id"
              type="search"
              data-filter
              placeholder="type / to focus"
              value={filter.text}
              onChange={(event) => {
                filter.setText(event.target.value);
              }}
            />
          </Grid>
        </Frame>
        {users.length === 0 ? (
          <EmptyState
            title="NO ACCOUNTS FOUND MATCHING CRITERIA"
            hint="Clear the filter to see every account."
            action={<Button onClick={filter.clear}>Clear filter</Button>}
          />
        ) : (
          <Frame caption="Accounts">
            <Stack>
              <UsersTable users={users.slice(0, shown)} onAction={act} />
              {users.length > shown && (
                <Row>
                  <Button
                    onClick={() => {
                      setShown(shown + rowsAtOnce);
                    }}
                  >
                    Show {plural(Math.min(rowsAtOnce, users.length - shown), 'more account', 'more accounts')}
                  </Button>
                </Row>
              )}
            </Stack>
          </Frame>
        )}
      </Stack>
      <UserDialogs
        intent={intent}
        onClose={() => {
          setIntent(null);
        }}
      />
    </>
  );
}
