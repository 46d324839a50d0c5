// Presses keys by the clock: each is sent at its time, whether or not the page has handled the previous one. The test
// runner's own keyboard waits for the page.

import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession, Page } from '@playwright/test';

/** Modifier bits of the debugging protocol. */
const modifiers: Readonly<Record<string, number>> = { Control: 2, Shift: 8 };

/** Keys that type nothing or something other than their name, with their key codes. */
const named: Readonly<Record<string, { readonly number: number; readonly text?: string }>> = {
  Enter: { number: 13, text: '\r' },
  Escape: { number: 27 },
  Tab: { number: 9 },
};

/** Presses keys by name, such as `a`, `Enter` and `Control+k`. */
export class Typist {
  private constructor(
    private readonly session: CDPSession,
    private readonly pace: number,
  ) {}

  private readonly sent: Promise<unknown>[] = [];

  static async at(page: Page, pace: number): Promise<Typist> {
    return new Typist(await page.context().newCDPSession(page), pace);
  }

  /** Presses a key and waits for the time between two keys. */
  async press(name: string): Promise<void> {
    const [, modifier = '', key = name] = /^(Control|Shift)\+(.+)$/.exec(name) ?? [];
    const { number, text } = named[key] ?? { number: key.toUpperCase().charCodeAt(0), text: key };
    const held = modifiers[modifier] ?? 0;
    const typed = modifier === '' ? text : undefined;
    const code = key.length > 1 ? key : '';
    const event = { key, code, modifiers: held, windowsVirtualKeyCode: number };
    this.sent.push(
      this.session.send('Input.dispatchKeyEvent', {
        ...event,
        ...(typed === undefined ? { type: 'rawKeyDown' } : { type: 'keyDown', text: typed }),
      }),
      this.session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' }),
    );
    if (this.pace > 0) await sleep(this.pace);
  }

  /** Waits until the page has received all keys. */
  async done(): Promise<void> {
    await Promise.all(this.sent);
  }
}
