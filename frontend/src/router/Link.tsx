import { useEffect, type AnchorHTMLAttributes, type MouseEvent, type Ref } from 'react';
import { createPath, useHref, useLocation, type To } from 'react-router-dom';
import type { NavigateOptions } from './router';
import { useNavigate } from './RouterProvider';

export interface LinkProps
  extends NavigateOptions, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  readonly to: To;
  readonly ref?: Ref<HTMLAnchorElement> | undefined;
}

/** A click that the browser handles, such as one that opens a new window. */
function isForBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
}

/** A link to another screen. A link to the current address replaces the history entry. */
export function Link({ to, replace, state, preventScrollReset, onClick, children, ...rest }: LinkProps) {
  const navigate = useNavigate();
  const href = useHref(to);
  const here = createPath(useLocation());
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || isForBrowser(event)) return;
    event.preventDefault();
    void navigate(to, { replace: replace ?? href === here, state, preventScrollReset });
  };
  return (
    <a {...rest} href={href} onClick={follow}>
      {children}
    </a>
  );
}

/** Navigates in place of this history entry. */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true, state });
  }, [navigate, state, to]);
  return null;
}
