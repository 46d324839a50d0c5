import type { TwoFactorMethod, TwoFactorRequired } from '@/api/generated';
import { clearStored, readStored, writeStored } from '@/lib/storage';

/** A sign-in that waits for a code, as this window knows it. Nothing in it opens anything. */
export interface Ticket {
  readonly username: string;
  /** When it ends, in milliseconds of this machine's clock. */
  readonly endsAt: number;
  /** How long it lasts, in seconds. */
  readonly lasts: number;
  readonly triesLeft: number;
  /** How many tries there were at first. */
  readonly tries: number;
  readonly methods: readonly TwoFactorMethod[];
}

/** How long a sign-in waits for its code by the contract, in seconds. */
const usual = 300;

const key = 'facility.ticket';

/**
 * Seconds that are left, by an answer that has just come. This machine's clock may be wrong; an answer that leaves
 * hardly any time, or more than there ever is, says so, and then the usual time is counted from now.
 */
function secondsLeft(expiresAt: string, now: number): number {
  const left = Math.round((Date.parse(expiresAt) - now) / 1000);
  return left > usual / 2 && left <= usual ? left : usual;
}

function write(ticket: Ticket): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(ticket));
  } catch {
    // Blocked: then a reload counts nothing.
  }
}

/** Remembers for this tab what the first step has answered, so that a reload does not start its count over. */
export function noteTicket(username: string, answer: TwoFactorRequired, now: number = Date.now()): void {
  dropTicket();
  writeStored('pendingUser', username);
  const { expiresAt, triesLeft, methods } = answer;
  const lasts = secondsLeft(expiresAt, now);
  write({ username, endsAt: now + lasts * 1000, lasts, triesLeft, tries: triesLeft, methods });
}

/** What is known about the sign-in of this person; `null` where it was begun elsewhere. */
export function readTicket(username: string): Ticket | null {
  try {
    const ticket = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Ticket | null;
    return ticket?.username === username ? ticket : null;
  } catch {
    return null;
  }
}

/** The sign-in after a wrong code. The server may say how many tries are left; otherwise there is one less. */
export function afterWrongCode(ticket: Ticket, triesLeft: number | undefined): Ticket {
  const next = { ...ticket, triesLeft: Math.max(0, triesLeft ?? ticket.triesLeft - 1) };
  write(next);
  return next;
}

/** Forgets the pending sign-in and its user. */
export function dropTicket(): void {
  clearStored('pendingUser');
  try {
    sessionStorage.removeItem(key);
  } catch {
    // Blocked: then there is none.
  }
}

/** The name of the person whose first step is done: of the address, or remembered. */
export function pendingName(fromAddress: string): string | null {
  const name = fromAddress === '' ? readStored('pendingUser') : fromAddress;
  return name === '' ? null : name;
}
