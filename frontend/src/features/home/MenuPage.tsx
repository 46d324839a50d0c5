import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useGetBoardQuery } from '@/api/endpoints';
import type { User } from '@/api/types';
import { CommandMenu } from '@/components/CommandMenu';
import { MenuSheet } from '@/components/MenuButton';
import { useAppSelector } from '@/state/hooks';
import { useCurrentPlace } from '@/state/useCurrentPlace';
import { placeOf } from '@/lib/places';
import { AccessFacts } from './AccessPanel';
import { useMenuEntries } from './useMenuEntries';

/** The menu as a page under the masthead of a phone: the screens, and the session facts of the main terminal. */
export function MenuPage({ user }: { readonly user: User }) {
  const page = useRef<HTMLDivElement>(null);
  const board = useGetBoardQuery(undefined, { refetchOnMountOrArgChange: true });
  const hotkeys = useAppSelector((state) => state.ui.hotkeys);
  const place = useCurrentPlace();
  const current = place === null ? undefined : placeOf(place).menu?.name;
  useEffect(() => {
    const { current: all } = page;
    const first = all?.querySelector<HTMLElement>('li > *');
    (all?.querySelector<HTMLElement>('[aria-current]') ?? first)?.focus({ preventScroll: true });
  }, []);

  const onKeyDown = ({ key, ctrlKey, altKey, metaKey }: KeyboardEvent) => {
    if (!hotkeys || ctrlKey || altKey || metaKey || !/^[1-9]$/.test(key)) return;
    page.current?.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)?.click();
  };
  return (
    <MenuSheet ref={page} role="dialog" aria-label="Menu" onKeyDown={onKeyDown}>
      <nav aria-label="Command menu">
        <CommandMenu entries={useMenuEntries(board.data, user)} current={current} />
      </nav>
      <AccessFacts user={user} />
    </MenuSheet>
  );
}
