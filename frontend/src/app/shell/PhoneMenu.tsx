import { useRef } from 'react';
import type { User } from '@/api/types';
import { lazyPart, usePreload } from '@/components/lazyPart';
import { MenuButton, MenuPlace } from '@/components/MenuButton';

const MenuPage = lazyPart(
  async () => (await import(/* webpackChunkName: "menu" */ '@/features/home/MenuPage')).MenuPage,
  // The main terminal has the same menu.
  { Failed: () => null },
);

export interface MenuState {
  readonly isOpen: boolean;
  readonly setOpen: (open: boolean) => void;
}

interface PhoneMenuProps {
  readonly user: User;
  readonly menu: MenuState;
}

/** The menu button on every screen of a phone, and the page that it opens. Escape and the button close it. */
export function PhoneMenu({ user, menu: { isOpen, setOpen } }: PhoneMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  usePreload(MenuPage);
  return (
    <MenuPlace
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setOpen(false);
        button.current?.focus({ preventScroll: true });
      }}
    >
      <MenuButton ref={button} type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        MENU
      </MenuButton>
      {isOpen && <MenuPage user={user} />}
    </MenuPlace>
  );
}
