import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { useLocation } from 'react-router-dom';
import { fragmentFor, hasAddress } from '@/lib/anchors';
import { Link } from '@/router/Link';

/** Moves the focus to the target of a link within the page. */
export function focusTarget(target: HTMLElement): void {
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

interface PageLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  readonly target: string;
  /** The id of the target to use if the first is not on the page. */
  readonly otherwise?: string | undefined;
}

/**
 * A link to a part of the same page. It replaces the history entry and keeps its state, so that Back leads to the
 * previous screen, and moves the focus. A target without an address is reached without changing it.
 */
export function PageLink({ target, otherwise = target, children, onClick, ...rest }: PageLinkProps) {
  const { search, state } = useLocation() as { search: string; state: unknown };
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const found = document.getElementById(target) ?? document.getElementById(otherwise);
    if (found === null || !hasAddress(found.id)) event.preventDefault();
    if (found === null) return;
    found.scrollIntoView();
    focusTarget(found);
  };
  return (
    <Link
      {...rest}
      data-on-page
      to={{ search, hash: `#${fragmentFor(otherwise)}` }}
      state={state}
      replace
      preventScrollReset
      onClick={follow}
    >
      {children}
    </Link>
  );
}
