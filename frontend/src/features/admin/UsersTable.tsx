import { useUser } from '@/api/selectors';
import type { User } from '@/api/types';
import { Badge, LevelBadge } from '@/components/Badge';
import { Button } from '@/components/Button';
import { Row } from '@/components/Layout';
import { Table, type Column } from '@/components/list/Table';
import { Text } from '@/components/Text';
import { VisuallyHidden } from '@/components/VisuallyHidden';
import { accessKeyLabel } from '@/lib/clearance';
import { formatDate } from '@/lib/dates';
import { shortId } from '@/lib/ids';
import { RowMenu } from './RowMenu.style';
import {
  actionLabels,
  actionsFor,
  isConfirmed,
  primaryActions,
  questions,
  type UserAction,
} from './userActions';
import { statusesOf } from './users';

interface UsersTableProps {
  readonly caption: string;
  /** The account whose Approve button is highlighted. */
  readonly next?: User | undefined;
  readonly users: readonly User[];
  readonly onAction: (action: UserAction, target: User) => void;
}

export function UsersTable({ caption, next, users, onAction }: UsersTableProps) {
  const me = useUser();
  const columns: readonly Column<User>[] = [
    { key: 'id', head: 'Id', nowrap: true, width: 104, cell: ({ id }) => shortId('USR', id) },
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
      width: 248,
      cell: ({ clearanceLevel, accessKey }) => (
        <>
          <LevelBadge level={clearanceLevel} /> {accessKeyLabel(accessKey)}
        </>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      width: 244,
      cell: (user) => (
        <Row as="span" gap="xs">
          {statusesOf(user).map(({ word, tone }) => (
            <Badge key={word} tone={tone}>
              {word}
            </Badge>
          ))}
        </Row>
      ),
    },
    {
      key: 'created',
      head: 'Created',
      nowrap: true,
      width: 100,
      cell: ({ createdAt }) => formatDate(createdAt),
    },
    {
      key: 'actions',
      head: 'Actions',
      wide: true,
      width: 300,
      cell: (user) => (
        <Actions actions={actionsFor(me, user)} user={user} isNext={user === next} onAction={onAction} />
      ),
    },
  ];
  return <Table caption={caption} columns={columns} rows={users} rowKey={({ id }) => id} cardsBelow="wide" />;
}

interface ActionsProps extends Pick<UsersTableProps, 'onAction'> {
  readonly actions: readonly UserAction[];
  readonly user: User;
  readonly isNext: boolean;
}

/** The usual actions as buttons, the others in a menu. */
function Actions({ actions, user, isNext, onAction }: ActionsProps) {
  const more = actions.filter((action) => !primaryActions.includes(action));
  return (
    <Row as="span" gap="sm">
      {actions
        .filter((action) => primaryActions.includes(action))
        .map((action) => (
          <Button
            key={action}
            size="sm"
            variant={isNext && action === 'approve' ? 'primary' : 'default'}
            onClick={() => onAction(action, user)}
          >
            {actionLabels[action]}
            <VisuallyHidden> {user.username}</VisuallyHidden>
          </Button>
        ))}
      {more.length > 0 && (
        <RowMenu
          about={user.username}
          items={more.map((value) => ({
            value,
            label: actionLabels[value],
            danger: isConfirmed(value) && questions[value].danger,
          }))}
          onChoose={(action) => onAction(action, user)}
        />
      )}
    </Row>
  );
}
