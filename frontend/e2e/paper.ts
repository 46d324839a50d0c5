import { spawn } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { expect } from './fixtures';

/** Runs a poppler program on a document and returns its output. */
async function poppler(program: string, options: readonly string[], pdf: Buffer): Promise<Buffer> {
  const child = spawn(program, [...options, '-', ...(program === 'pdftotext' ? ['-'] : [])]);
  child.stdin.end(pdf);
  return buffer(child.stdout);
}

/** Prints a page on A4 and returns the document. The print styles are loaded after the screen. */
export async function print(page: Page, printBackground: boolean): Promise<Buffer> {
  await page.waitForFunction(() =>
    [...document.styleSheets].some(({ cssRules }) =>
      [...cssRules].some((rule) => rule instanceof CSSPageRule),
    ),
  );
  return page.pdf({ format: 'A4', printBackground });
}

export async function pagesOf(pdf: Buffer): Promise<readonly string[]> {
  const text = (await poppler('pdftotext', ['-layout'], pdf)).toString('utf8');
  return text.split('\f').slice(0, -1);
}

/** The text of a document as one line, so that line breaks do not split words. */
export async function textOf(pdf: Buffer): Promise<string> {
  return (await pagesOf(pdf)).join(' ').replace(/\s+/g, ' ');
}

/** Expects black text on white: no pixel has a color, and most are white. */
export async function expectInkOnWhite(pdf: Buffer): Promise<void> {
  const image = await poppler('pdftoppm', ['-r', '30', '-singlefile'], pdf);
  const [, width = '', height = ''] = /^P6\s(\d+)\s(\d+)\s255\s/.exec(image.toString('latin1', 0, 32)) ?? [];
  const pixels = image.subarray(-Number(width) * Number(height) * 3);
  let colored = 0;
  let white = 0;
  for (let at = 0; at < pixels.length; at += 3) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) > 8) colored += 1;
    if (Math.min(red, green, blue) > 250) white += 1;
  }
  expect(colored, 'pixels with a color').toBe(0);
  expect(white, 'white pixels').toBeGreaterThan(pixels.length / 3 / 2);
}
