import { useState, type ReactNode } from 'react';
import { useListUsersQuery, useUnlockUserMutation } from '@/api/endpoints';
import { useUser } from '@/api/selectors';
import type { User } from '@/api/types';
import { Button } from '@/components/Button';
import { FilterLine } from '@/components/form/FilterLine';
import { Select } from '@/components/form/Select';
import { TextInput } from '@/components/form/TextInput';
import { Frame } from '@/components/Frame';
import { Row, Stack } from '@/components/Layout';
import { useFocusKept } from '@/components/list/useFocusKept';
import { Loaded } from '@/components/Loaded';
import { EmptyState } from '@/components/States';
import { Note } from '@/components/Text';
import { canApprove, isAdminClaimant } from '@/lib/permissions';
import { pressedBy } from '@/keyboard/controls';
import { shellKeys } from '@/keyboard/keys';
import { plural } from '@/lib/text';
import { touchOnly } from '@/lib/touch';
import { useStatusLine } from '@/state/hooks';
import { adminPolling, usePolling } from '@/state/usePolling';
import { rowsAtOnce } from './panel';
import type { UserAction } from './userActions';
import { UserDialogs, type Intent } from './UserDialogs';
import { byApproval, filterUsers, groupOf, userGroups } from './users';
import { UsersTable } from './UsersTable';
import { useUserFilter } from './useUserFilter';

export function UsersTab() {
  const accounts = useListUsersQuery({}, usePolling(adminPolling));
  return (
    <Loaded query={accounts} what="users" label="RETRIEVING ACCOUNTS">
      {(users) => <Accounts all={users} />}
    </Loaded>
  );
}

function Accounts({ all }: { readonly all: readonly User[] }) {
  const [unlockUser] = useUnlockUserMutation();
  const [intent, setIntent] = useState<Intent | null>(null);
  const [shown, setShown] = useState(rowsAtOnce);
  const filter = useUserFilter();
  const kept = useFocusKept<HTMLDivElement>('tbody tr');
  const users = filterUsers(all, filter.group, filter.text);
  const me = useUser();
  const { pending, others } = byApproval(users);
  const claimants = pending.filter(isAdminClaimant).length;
  useStatusLine(filter.narrowed ? 'FILTER' : 'READY', `${users.length} / ${all.length}`);

  const act = (action: UserAction, target: User) => {
    if (action === 'unlock') void unlockUser(target.id);
    else setIntent({ action, target });
  };

  return (
    <div {...kept}>
      <Stack gap="xl">
        <FilterLine
          role="search"
          columns="220px minmax(0, 1fr)"
          phoneColumns="minmax(0, 11fr) minmax(0, 9fr)"
        >
          <Select
            label="Status"
            hideLabel
            value={filter.group}
            options={userGroups}
            onChange={(event) => filter.setGroup(groupOf(event.target.value))}
          />
          <TextInput
            label="Name or id"
            hideLabel
            type="search"
            ref={pressedBy(shellKeys.filter)}
            placeholder={touchOnly() ? 'Name or id' : 'type / to search name or id'}
            value={filter.text}
            onChange={(event) => filter.setText(event.target.value)}
          />
        </FilterLine>
        {users.length === 0 ? (
          <EmptyState
            title="NO ACCOUNTS FOUND MATCHING CRITERIA"
            hint="Clear the filter to see every account."
            action={<Button onClick={filter.clear}>Clear filter</Button>}
          />
        ) : (
          <>
            <AccountGroup
              caption="Pending"
              label="Pending accounts"
              next={pending.find((user) => canApprove(me, user))}
              users={pending.slice(0, shown)}
              count={pending.length}
              onAction={act}
            >
              {claimants > 0 && <ClaimNote />}
            </AccountGroup>
            <AccountGroup
              caption="Accounts"
              label="User accounts"
              users={others.slice(0, Math.max(0, shown - pending.length))}
              count={others.length}
              onAction={act}
            />
            {users.length > shown && (
              <Row>
                <Button onClick={() => setShown(shown + rowsAtOnce)}>
                  Show {plural(Math.min(rowsAtOnce, users.length - shown), 'more account', 'more accounts')}
                </Button>
              </Row>
            )}
          </>
        )}
      </Stack>
      <UserDialogs intent={intent} onClose={() => setIntent(null)} />
    </div>
  );
}

interface AccountGroupProps {
  readonly caption: string;
  readonly next?: User | undefined;
  readonly label: string;
  readonly users: readonly User[];
  /** Number of accounts in the group, including those that are not shown. */
  readonly count: number;
  readonly onAction: (action: UserAction, target: User) => void;
  readonly children?: ReactNode;
}

/** A group of accounts. Renders nothing if it is empty. */
function AccountGroup({ caption, label, next, users, count, onAction, children }: AccountGroupProps) {
  if (users.length === 0) return null;
  return (
    <Frame caption={`${caption} (${count})`}>
      <Stack>
        {children}
        <UsersTable caption={label} next={next} users={users} onAction={onAction} />
      </Stack>
    </Frame>
  );
}

/** Explains the three steps by which a requested administrator role is granted. Each is in the security log. */
function ClaimNote() {
  return (
    <Note>
      REQUESTED ADMIN: the account asked for administrator rights when it registered. Decline the request,
      then approve the account. To grant the rights, choose Make admin after the approval.
    </Note>
  );
}
