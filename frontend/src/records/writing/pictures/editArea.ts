import type { TextEdit } from './placeholders';

/** Types a text in place of the selection, so that undo takes it back in one step. */
function type(text: string): boolean {
  try {
    // Deprecated, but nothing else keeps the history of a text area.
    // eslint-disable-next-line @typescript-eslint/no-deprecated, @typescript-eslint/no-unnecessary-condition
    return document.execCommand?.('insertText', false, text) ?? false;
  } catch {
    return false;
  }
}

function tell(area: HTMLTextAreaElement): void {
  // Notifies the form as typing does.
  area.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Inserts a text at the caret and leaves the caret after it. */
export function insertText(area: HTMLTextAreaElement, text: string): void {
  area.focus();
  // A hidden area cannot get the focus, and the text would go elsewhere.
  if (document.activeElement === area && type(text)) return;
  area.setRangeText(text, area.selectionStart, area.selectionEnd, 'end');
  tell(area);
}

/** Changes parts of the text. The caret stays with its words, and the focus where it is. */
export function editArea(area: HTMLTextAreaElement, edits: readonly TextEdit[]): void {
  if (edits.length === 0) return;
  const isTyped = document.activeElement === area;
  const { scrollTop } = area;
  for (const { start, end, text } of [...edits].reverse()) {
    const { selectionStart, selectionEnd } = area;
    const moved = (at: number) => {
      if (at <= start) return at;
      return at >= end ? at + text.length - (end - start) : start + text.length;
    };
    if (isTyped) {
      area.setSelectionRange(start, end);
      if (!type(text)) area.setRangeText(text, start, end, 'end');
      area.setSelectionRange(moved(selectionStart), moved(selectionEnd));
    } else area.setRangeText(text, start, end, 'preserve');
  }
  area.scrollTop = scrollTop;
  tell(area);
}
