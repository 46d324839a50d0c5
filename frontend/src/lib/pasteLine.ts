/** Line ends, tabs and other control characters, which no text of one line may contain. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text in one line: a blank in place of each break, and none at its ends. */
export function inOneLine(text: string): string {
  return text.replace(breaks, ' ').trim();
}

/**
 * Makes one line of what is pasted into a field of one line. Browsers keep tabs, which the server refuses, and some of
 * them join lines without a blank. Passwords stay as they are.
 */
export function watchPastes(root: Document): () => void {
  const onPaste = (event: ClipboardEvent) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.type === 'password') return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.search(breaks) === -1) return;
    event.preventDefault();
    // As if it were typed: the field keeps its limit, and one step back takes it away.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else does
    root.execCommand('insertText', false, inOneLine(text));
  };
  root.addEventListener('paste', onPaste);
  return () => root.removeEventListener('paste', onPaste);
}
