import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';

/** Puts the focus on what a link within the page leads to. */
export function focusTarget(id: string): void {
  const target = document.getElementById(id);
  if (target === null) return;
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** The id of the element that it leads to. */
  readonly target: string;
}

/**
 * A link to a part of the same page. It takes the place of the entry in the history, with all that belongs to it, so that
 * Back leads to the screen before; the focus goes along.
 */
export function PageLink({ target, children, onClick, ...rest }: PageLinkProps) {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    focusTarget(target);
  };
  return (
    <Link
      {...rest}
      to={{ search, hash: `#${target}` }}
      state={state}
      replace
      preventScrollReset
      onClick={follow}
    >
      {children}
    </Link>
  );
}
