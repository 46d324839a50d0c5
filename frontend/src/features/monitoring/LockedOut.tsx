import { useUnlockUserMutation } from '@/api/endpoints';
import type { LockedName } from '@/api/types';
import { Button } from '@/components/Button';
import { Frame } from '@/components/Frame';
import { ScrollList } from '@/components/list/ScrollList';
import { lockOf } from './monitoring';
import { LockedLine } from './WatchLines.style';

/** The names that are locked now, with buttons that unlock accounts. Renders nothing if there are none. */
export function LockedOut({ names }: { readonly names: readonly LockedName[] }) {
  const [unlock, unlocking] = useUnlockUserMutation();
  if (names.length === 0) return null;
  return (
    <Frame flush caption="Locked out" count={names.length}>
      <ScrollList label="Locked out">
        {names.map((name, index) => (
          <li key={name.userId ?? `name:${name.username}`} data-row={index}>
            <LockedLine
              person={name.username}
              text={lockOf(name)}
              action={
                name.userId !== null && (
                  <Button
                    size="sm"
                    aria-label={`Unlock ${name.username}`}
                    busy={unlocking.isLoading && unlocking.originalArgs === name.userId}
                    onClick={() => {
                      if (name.userId !== null) void unlock(name.userId);
                    }}
                  >
                    Unlock
                  </Button>
                )
              }
            />
          </li>
        ))}
      </ScrollList>
    </Frame>
  );
}
