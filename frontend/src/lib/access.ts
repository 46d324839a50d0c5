import { canPassLockdown, canUseAdminPanel, type Person } from './permissions';
import { paths } from './paths';
import type { Access } from './places';

/** Who may enter: the users a screen is for, or anyone (the page for unknown addresses). */
export type Audience = Access | 'anyone';

/** A guard's answer: wait, let the visitor in, or redirect. */
export type Decision = 'wait' | 'allow' | { readonly to: string };

export interface AccessRequest {
  /** `null` when nobody is signed in. */
  readonly user: Person | null;
  /** The account is still being loaded. */
  readonly loading: boolean;
  readonly locked: boolean;
  readonly access: Audience;
}

/** Placeholder origin for this terminal, used only to parse relative addresses. */
const here = 'http://terminal.invalid';

/** Router state of a redirect to sign-in. */
export interface RedirectState {
  readonly from: string;
  /** The state of the history entry that the visitor was on, such as the record in a form. */
  readonly about: unknown;
  /** Id of the signed-in user at that time; `null` if nobody was signed in. */
  readonly person: string | null;
}

/**
 * The address to return to after signing in. `null` unless it is inside this terminal, as a browser resolves it, and
 * was left by this user or by a visitor who was not signed in: an address may name what another user must not know.
 */
export function returnAddress(state: unknown, person: string): string | null {
  const { from, person: left }: Readonly<Record<string, unknown>> =
    typeof state === 'object' && state !== null ? { ...state } : {};
  if (left !== undefined && left !== null && left !== person) return null;
  if (typeof from !== 'string' || !from.startsWith('/') || !URL.canParse(from, here)) return null;
  const { origin, pathname, search } = new URL(from, here);
  const inside = origin === here && !pathname.startsWith('//') && !pathname.startsWith(paths.auth);
  return inside ? pathname + search : null;
}

/** The history state that belongs to the address of `returnAddress`. */
export function returnState(state: unknown): unknown {
  return typeof state === 'object' && state !== null && 'about' in state ? state.about : null;
}

export function needsAccount(access: Audience): boolean {
  return access === 'user' || access === 'admin';
}

function isLockedOut(user: Person | null, locked: boolean): boolean {
  return locked && user !== null && !canPassLockdown(user);
}

/** The rule behind every guard. While the account is unknown it waits and does not redirect. */
export function decideAccess({ user, loading, locked, access }: AccessRequest): Decision {
  const keptOut = isLockedOut(user, locked);
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
