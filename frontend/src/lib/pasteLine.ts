/** Line ends, tabs and other control characters, which single-line texts must not contain. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** A text in one line: every run of breaks becomes a blank, and those at the ends are removed. */
export function inOneLine(text: string): string {
  return text.replace(breaks, ' ').trim();
}

/**
 * Joins the lines of text that is pasted into a single-line field. Browsers keep tabs, which the server refuses, and
 * some join lines without a blank. Passwords stay unchanged.
 */
export function watchPastes(root: Document): () => void {
  const onPaste = (event: ClipboardEvent) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.type === 'password') return;
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.search(breaks) === -1) return;
    event.preventDefault();
    // Inserted as if typed: the field keeps its length limit, and undo removes it.
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else does
    root.execCommand('insertText', false, inOneLine(text));
  };
  root.addEventListener('paste', onPaste);
  return () => root.removeEventListener('paste', onPaste);
}
