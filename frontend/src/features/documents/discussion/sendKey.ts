import type { KeyboardEvent } from 'react';

/** Sends the form of a text with Ctrl Enter. */
export function sendKey(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
