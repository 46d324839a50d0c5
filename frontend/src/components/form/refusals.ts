import { plainText, refusedCharacter, trimmedLine, withoutRefused, type TextKind } from '@/lib/recordText';
import type { Remedy } from './Field';

type TextControl = HTMLInputElement | HTMLTextAreaElement;

/** Replaces the text of a control as if it were typed. The caret keeps its position in the text. */
function retype(control: TextControl, change: (text: string) => string): void {
  const { value, selectionStart } = control;
  const caret = change(value.slice(0, selectionStart ?? value.length)).length;
  control.setRangeText(change(value), 0, value.length);
  control.setSelectionRange(caret, caret);
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Replaces harmless characters in text that was typed, pasted or dropped. Call it before the value is read. */
export function replaceHarmless(control: TextControl, kind: TextKind): void {
  const { value, selectionStart } = control;
  const plain = plainText(value, kind);
  if (plain === value) return;
  const caret = plainText(value.slice(0, selectionStart ?? value.length), kind).length;
  control.value = plain;
  control.setSelectionRange(caret, caret);
}

/** Removes invisible characters at the ends of a complete line. */
export function trimEnds(control: TextControl): void {
  if (trimmedLine(control.value) !== control.value) retype(control, trimmedLine);
}

/** The error of a field that contains a character the server refuses, with a button that removes it. */
export function refusalIn(
  label: string,
  value: unknown,
  kind: TextKind,
): { readonly error: string; readonly remedy: Remedy } | undefined {
  const error = typeof value === 'string' ? refusedCharacter(label, value, kind) : undefined;
  if (error === undefined) return undefined;
  const apply = (control: HTMLElement) => {
    retype(control as TextControl, (text) => withoutRefused(text, kind));
    control.focus();
  };
  return { error, remedy: { label: 'Remove such characters', apply } };
}
