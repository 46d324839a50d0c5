import type { BrowserContext, Page, TestInfo } from '@playwright/test';

/** Name of the attachment that `reporter.cjs` prints under a failure. */
const attachment = 'open page';

/** Time limit for a page that does not respond, in milliseconds. */
const patience = 3000;

/** The title of the page, its focus and its status line. Runs in the page. */
function whereabouts(): string {
  const short = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, 80);
  const nameOf = (element: Element) =>
    element.getAttribute('aria-label') ??
    ('labels' in element ? (element as HTMLInputElement).labels?.[0] : element)?.textContent;
  const valueOf = (element: Element) =>
    element.matches('input:not([type=password]), textarea')
      ? ` = "${short((element as HTMLInputElement).value)}"`
      : '';
  const title = short(document.querySelector('h1')?.textContent);
  const focus = document.activeElement;
  const role = focus?.getAttribute('role') ?? focus?.localName;
  const held =
    focus === null || focus === document.body ? 'none' : `${role} "${short(nameOf(focus))}"${valueOf(focus)}`;
  // Shows, among other things, a key that was pressed too early.
  const status = short(document.querySelector('[data-bar][aria-label="Status"]')?.textContent);
  return `"${title}", focus: ${held}, status: "${status}"`;
}

/** The state of a page and its focus, in one line. */
async function describe(page: Page): Promise<string> {
  const address = page.url().replace(/^https?:\/\/[^/]+/, '');
  const late = new Promise<string>((resolve) => {
    setTimeout(() => {
      resolve('does not answer');
    }, patience);
  });
  const shown = await Promise.race([page.evaluate(whereabouts), late]);
  return `page: ${address}, ${shown}`;
}

/** After a failure, attaches the state of each page of these contexts, which explains most failures. */
export async function attachOpenPages(info: TestInfo, contexts: readonly BrowserContext[]): Promise<void> {
  for (const page of contexts.flatMap((context) => context.pages())) {
    const body = await describe(page).catch((error: unknown) => `page: ${page.url()}, ${String(error)}`);
    await info.attach(attachment, { body, contentType: 'text/plain' });
  }
}
