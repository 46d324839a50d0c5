import { useUser } from '@/api/selectors';
import type { User } from '@/api/types';
import { Badge, LevelBadge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { Row } from '@/components/Layout';
import { Table, type Column } from '@/components/Table';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { accessKeyLabel } from '@/lib/clearance';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { actionLabels, actionsFor, type UserAction } from './userActions';
import { standingsOf } from './users';

interface UsersTableProps {
  readonly users: readonly User[];
  readonly onAction: (action: UserAction, target: User) => void;
}

/** The accounts, with what may be done to each. */
export function UsersTable({ users, onAction }: UsersTableProps) {
  const me = useUser();
  const columns: readonly Column<User>[] = [
    { key: 'id', head: 'Id', nowrap: true, cell: ({ id }) => shortId('USR', id) },
    {
      key: 'operator',
      head: 'Operator',
      cell: ({ id, username }) => (
        <Text size="dense" tone="bright" strong>
          {username}
          {id === me.id && ' (you)'}
        </Text>
      ),
    },
    {
      key: 'clearance',
      head: 'Clearance',
      cell: ({ clearanceLevel, accessKey }) => (
        <>
          <LevelBadge level={clearanceLevel} /> {accessKeyLabel(accessKey)}
        </>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      cell: (user) => (
        <Row as="span" gap="xs">
          {standingsOf(user).map(({ word, tone }) => (
            <Badge key={word} tone={tone}>
              {word}
            </Badge>
          ))}
        </Row>
      ),
    },
    { key: 'created', head: 'Created', nowrap: true, cell: ({ createdAt }) => formatDate(createdAt) },
    {
      key: 'actions',
      head: 'Actions',
      wide: true,
      cell: (user) => (
        <Row as="span" gap="sm">
          {actionsFor(me, user).map((action) => (
            <Button
              key={action}
              size="sm"
              variant={action === 'delete' ? 'danger' : action === 'approve' ? 'primary' : 'default'}
              onClick={() => {
                onAction(action, user);
              }}
            >
              {actionLabels[action]}
              <VisuallyHidden> {user.username}</VisuallyHidden>
            </Button>
          ))}
        </Row>
      ),
    },
  ];
  return (
    <Table
      caption="User accounts"
      columns={columns}
      rows={users}
      rowKey={({ id }) => id}
      cardsBelow="tablet"
    />
  );
}
