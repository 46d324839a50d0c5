import type { Edit, TextCommand } from './textCommands';

/** The range of a text that changed, and what replaces it. */
function changeOf(before: string, after: string): readonly [from: number, to: number, by: string] {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before.charCodeAt(from) === after.charCodeAt(from)) from += 1;
  let same = 0;
  while (
    same < most - from &&
    before.charCodeAt(before.length - same - 1) === after.charCodeAt(after.length - same - 1)
  )
    same += 1;
  return [from, before.length - same, after.slice(from, after.length - same)];
}

/** Replaces a range as typing does, so that undo takes it back in one step. Returns whether the browser supports it. */
function typeOver(area: HTMLTextAreaElement, from: number, to: number, by: string): boolean {
  // Ends the undo step of the typing before it, which would otherwise be undone too.
  area.setSelectionRange(0, 0);
  area.setSelectionRange(from, to);
  // Deprecated, but the only way to add to the undo history of a text area. Browsers may remove it.
  const page = document as { readonly execCommand?: (name: string, ui?: boolean, value?: string) => boolean };
  return page.execCommand?.(by === '' ? 'delete' : 'insertText', false, by) ?? false;
}

/** Applies a command to the text and selection of a text area, which keeps or gets the focus. */
export function applyCommand(area: HTMLTextAreaElement, command: TextCommand): void {
  const { value: text, selectionStart: start, selectionEnd: end, scrollTop } = area;
  const next: Edit = command({ text, start, end });
  area.focus({ preventScroll: true });
  if (next.text !== text) {
    const [from, to, by] = changeOf(text, next.text);
    if (!typeOver(area, from, to, by)) {
      area.setRangeText(by, from, to, 'end');
      // Notifies the form as typing does.
      area.dispatchEvent(new Event('input', { bubbles: true }));
    }
    area.scrollTop = scrollTop;
  }
  area.setSelectionRange(next.start, next.end);
}
