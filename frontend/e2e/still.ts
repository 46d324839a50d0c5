import type { Page } from '@playwright/test';

/** What differs from run to run and says nothing about how a screen looks, with a stand-in of the same width. */
const changing: readonly (readonly [pattern: string, standIn: string])[] = [
  // Ids are random.
  ['\\b(?<=(?:DOC|SUB|USR|EDIT)-)[0-9A-F]{6,8}\\b', '0'],
  ['\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b', '0'],
  ['\\b[0-9a-f]{12,}\\b', '0'],
  // The fixed day of the server is far ahead of this machine's, so the session seems to last for years.
  ['\\b\\d+(?=:\\d\\d:\\d\\d)', '0'],
  // Times of the day run on; the day itself is fixed by the server's clock.
  ['\\b\\d\\d:\\d\\d(?::\\d\\d)?(?:\\.\\d+)?', '0'],
  ['\\b\\d{1,2}(?= (?:s|min|seconds?|minutes?)\\b)', '0'],
  // The browser names its version in the log.
  ['(?<=Chrome/)[\\d.]+', '0'],
];

/** Replaces in the page's texts and fields what differs from run to run. Line breaks and widths stay as they are. */
export async function holdStill(page: Page): Promise<void> {
  await page.evaluate((rules) => {
    const patterns = rules.map(([pattern, standIn]) => [new RegExp(pattern, 'g'), standIn] as const);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const before = node.nodeValue ?? '';
      const after = patterns.reduce(
        (text, [pattern, standIn]) =>
          text.replace(pattern, (found) => found.replace(/[0-9a-zA-Z]/g, standIn)),
        before,
      );
      if (after !== before) node.nodeValue = after;
    }
  }, changing);
}
