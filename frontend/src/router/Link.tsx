import { useEffect, type AnchorHTMLAttributes, type MouseEvent, type Ref } from 'react';
import { createPath, useHref, useLocation, type To } from 'react-router-dom';
import type { NavigateOptions } from './router';
import { useNavigate } from './RouterProvider';

export interface LinkProps
  extends NavigateOptions, Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'target'> {
  readonly to: To;
  readonly ref?: Ref<HTMLAnchorElement> | undefined;
}

/** A press that the browser answers itself, such as one that opens a window. */
function isForBrowser(event: MouseEvent): boolean {
  return event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;
}

/** A link to another screen. One to the address that is shown replaces its entry of the history. */
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

/** Leads elsewhere, in place of this entry of the history. */
export function Redirect({ to, state }: { readonly to: string; readonly state?: unknown }) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(to, { replace: true, state });
  }, [navigate, state, to]);
  return null;
}
