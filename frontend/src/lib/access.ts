import { canPassLockdown, canUseAdminPanel, type Person } from './permissions';
import { paths } from './paths';
import type { Access } from './places';

/** Whom a guard lets in: the people a place is for, or anyone (the page for unknown addresses). */
export type Audience = Access | 'anyone';

/** What a guard does: hold the screen, let it through, or send the visitor elsewhere. */
export type Decision = 'wait' | 'allow' | { readonly to: string };

export interface AccessQuestion {
  /** `null` when nobody is signed in. */
  readonly user: Person | null;
  /** The account is still being asked for, so nothing is known yet. */
  readonly loading: boolean;
  readonly locked: boolean;
  readonly access: Audience;
}

/** Stands for this terminal's own address, whatever that is. */
const here = 'http://terminal.invalid';

/** What a guard remembers when it sends a visitor to sign in. */
export interface SentOut {
  readonly from: string;
  /** What that entry of the history was about, such as the record in its form. */
  readonly about: unknown;
  /** Id of the user who was there; `null` if nobody was signed in. */
  readonly person: string | null;
}

/**
 * The address to return to after signing in; `null` unless it is a place inside this terminal, read as the browser
 * would read it, and was left by this person or by nobody: it may name what the next one must not know of.
 */
export function wayBack(state: unknown, person: string): string | null {
  const { from, person: left }: Readonly<Record<string, unknown>> =
    typeof state === 'object' && state !== null ? { ...state } : {};
  if (left !== undefined && left !== null && left !== person) return null;
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, here)) return null;
  const { origin, pathname, search } = new URL(from, here);
  const inside = origin === here && !pathname.startsWith('//') && !pathname.startsWith(paths.auth);
  return inside ? pathname + search : null;
}

/** What the entry of the history was about to which `wayBack` leads. */
export function aboutWayBack(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'about' in state ? state.about : null;
}

export function needsAccount(access: Audience): boolean {
  return access === 'user' || access === 'admin';
}

function isKeptOut(user: Person | null, locked: boolean): boolean {
  return locked && user !== null && !canPassLockdown(user);
}

/** The one rule behind every guard. Unknown is not a reason to redirect: it waits. */
export function decideAccess({ user, loading, locked, access }: AccessQuestion): Decision {
  const keptOut = isKeptOut(user, locked);
  if (access === 'anyone') return keptOut ? { to: paths.authLocked } : 'allow';
  if (loading) return 'wait';
  if (access === 'public') {
    return user === null || keptOut ? 'allow' : { to: paths.home };
  }
  if (user === null) return { to: paths.auth };
  if (keptOut) return { to: paths.authLocked };
  if (access === 'admin' && !canUseAdminPanel(user)) return { to: paths.home };
  return 'allow';
}
