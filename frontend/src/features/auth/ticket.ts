import type { TwoFactorMethod, TwoFactorRequired } from '@/api/generated';
import { clearStored, readStored, writeStored } from '@/lib/storage';

/** A sign-in that waits for its second factor, as this window knows it. It grants no access. */
export interface Ticket {
  readonly username: string;
  /** When it expires, in milliseconds of this machine's clock. */
  readonly endsAt: number;
  /** Its total duration in seconds. */
  readonly lasts: number;
  readonly triesLeft: number;
  /** The initial number of attempts. */
  readonly tries: number;
  readonly methods: readonly TwoFactorMethod[];
}

/** How long a sign-in waits for its code by the contract, in seconds. */
const usualLifetime = 300;

const key = 'facility.ticket';

/**
 * Seconds left according to a response that just arrived. If that is hardly any time or more than possible, this
 * machine's clock is wrong, and the usual time is counted from now.
 */
function secondsLeft(expiresAt: string, now: number): number {
  const left = Math.round((Date.parse(expiresAt) - now) / 1000);
  return left > usualLifetime / 2 && left <= usualLifetime ? left : usualLifetime;
}

function write(ticket: Ticket): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(ticket));
  } catch {
    // Storage is blocked: a reload shows neither time nor attempts.
  }
}

/** Stores the response to the first step for this tab, so that a reload does not restart the countdown. */
export function storeTicket(username: string, answer: TwoFactorRequired, now: number = Date.now()): void {
  dropTicket();
  writeStored('pendingUser', username);
  const { expiresAt, triesLeft, methods } = answer;
  const lasts = secondsLeft(expiresAt, now);
  write({ username, endsAt: now + lasts * 1000, lasts, triesLeft, tries: triesLeft, methods });
}

/** The pending sign-in of this user; `null` if it was started elsewhere. */
export function readTicket(username: string): Ticket | null {
  try {
    const ticket = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Ticket | null;
    return ticket?.username === username ? ticket : null;
  } catch {
    return null;
  }
}

/** The pending sign-in after a wrong code. If the server does not send the remaining attempts, there is one less. */
export function afterWrongCode(ticket: Ticket, triesLeft: number | undefined): Ticket {
  const next = { ...ticket, triesLeft: Math.max(0, triesLeft ?? ticket.triesLeft - 1) };
  write(next);
  return next;
}

/** Removes the pending sign-in and its username. */
export function dropTicket(): void {
  clearStored('pendingUser');
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Storage is blocked: there is none.
  }
}

/** The username of the completed first step, from the address or from storage. */
export function pendingName(fromAddress: string): string | null {
  const name = fromAddress === '' ? readStored('pendingUser') : fromAddress;
  return name === '' ? null : name;
}
