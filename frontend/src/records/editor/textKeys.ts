import type { KeyboardEvent } from 'react';
import { textKeys } from '@/keyboard/keys';
import { isPressed, modifiersOf } from '@/lib/commandKey';
import { applyCommand } from './applyCommand';
import { bold, continueLines, italic, link, type TextCommand } from './textCommands';

/** The command of a key in a text; `null` if the key keeps its usual effect. */
function commandOf(event: KeyboardEvent<HTMLTextAreaElement>, toRecords: boolean): TextCommand | null {
  const press = { key: event.key, modifiers: modifiersOf(event) };
  if (isPressed(press, textKeys.bold)) return bold;
  if (isPressed(press, textKeys.italic)) return italic;
  if (isPressed(press, textKeys.link)) return link(toRecords);
  const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget;
  const next = isPressed(press, 'Enter') ? continueLines({ text, start, end }) : null;
  return next === null ? null : () => next;
}

/** Handles the shortcuts of the bar, and Enter in lists. Returns whether it handled the key. */
export function handleTextKey(event: KeyboardEvent<HTMLTextAreaElement>, toRecords: boolean): boolean {
  if (event.nativeEvent.isComposing || event.currentTarget.readOnly) return false;
  const command = commandOf(event, toRecords);
  if (command === null) return false;
  event.preventDefault();
  applyCommand(event.currentTarget, command);
  return true;
}
