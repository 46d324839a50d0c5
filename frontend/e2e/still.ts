import type { Page } from '@playwright/test';

/** A text that differs between runs and does not affect the look of a screen. */
interface VaryingText {
  readonly pattern: string;
  /** Replaces each letter and digit, keeping the width. */
  readonly each?: string;
  /** Replaces the whole match if even its number of digits differs. */
  readonly whole?: string;
  /** Only in elements that match this selector. */
  readonly within?: string;
}

const varyingTexts: readonly VaryingText[] = [
  // Ids are random.
  { pattern: '\\b(?<=(?:DOC|SUB|USR|EDIT)-)[0-9A-F]{6,8}\\b', each: '0' },
  { pattern: '\\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\\b', each: '0' },
  { pattern: '\\b[0-9a-f]{12,}\\b', each: '0' },
  // The fixed date of the server is far ahead of this machine's, so the session seems to last for years, fewer each
  // year.
  { pattern: '\\b\\d{3,}(?=:\\d\\d:\\d\\d)', whole: '000000' },
  // The time advances; the date is fixed by the server's clock.
  { pattern: '\\b\\d\\d:\\d\\d(?::\\d\\d)?(?:\\.\\d+)?', each: '0' },
  { pattern: '\\b\\d{1,2}(?= (?:s|min|seconds?|minutes?)\\b)', each: '0' },
  // The log contains the version of the browser.
  { pattern: '(?<=Chrome/)[\\d.]+', each: '0' },
  // The security log contains the actions of earlier tests.
  { pattern: '\\d+(?= entries, )', whole: '000' },
  { pattern: '\\d+', whole: '00', within: '[role=tablist][aria-label=Log]' },
];

/**
 * Replaces the parts of the page's texts that differ between runs, and repeats that whenever the page changes. Line
 * breaks stay.
 */
export async function stabilizeTexts(page: Page): Promise<void> {
  await page.evaluate((rules) => {
    const patterns = rules.map((rule) => ({ ...rule, pattern: new RegExp(rule.pattern, 'g') }));
    const still = (node: Node) =>
      patterns.reduce((text, { pattern, each = '0', whole, within }) => {
        if (within !== undefined && !node.parentElement?.closest(within)) return text;
        return text.replace(pattern, (found) => whole ?? found.replace(/[0-9a-zA-Z]/g, each));
      }, node.nodeValue ?? '');
    const hold = () => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
        const text = still(node);
        if (text !== node.nodeValue) node.nodeValue = text;
      }
    };
    hold();
    // Runs before the next frame, so that no picture shows the original text.
    new MutationObserver(hold).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    });
  }, varyingTexts);
}
