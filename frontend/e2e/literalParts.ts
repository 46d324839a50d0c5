import type { Page } from '@playwright/test';
import { adminViews } from './adminScreens';
import { expect } from './fixtures';
import type { Screen } from './screenParts';
import { screens } from './screens';
import { patient } from './slow';

/** The fixed texts of a state of a screen, exactly as shown; a regular expression if a part varies. */
export interface Literals {
  readonly screen: Screen;
  readonly texts: readonly (string | RegExp)[];
}

/** The screen with this name from the table of all screens. */
export function screenNamed(name: string): Screen {
  const found = [...screens, ...Object.values(adminViews).flat()].find((screen) => screen.name === name);
  if (found === undefined) throw new Error(`no screen is called ${name}`);
  return { path: () => '/', ...found };
}

const plain = (text: string) =>
  text
    .replace(/[:[\]]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

export async function expectTexts(page: Page, texts: Literals['texts']): Promise<void> {
  // Compared both as displayed and as in the markup, because styles change the case of letters. Colons and brackets can
  // be part of a style.
  const missing = (seen: string) =>
    texts.filter((text) => (typeof text === 'string' ? !seen.includes(plain(text)) : !text.test(seen)));
  const shown = async () => {
    const body = page.locator('body');
    return plain(`${await body.innerText()} ${(await body.textContent()) ?? ''}`);
  };
  await expect(async () => {
    expect(missing(await shown())).toEqual([]);
  }).toPass({ timeout: patient(15_000) });
}

/** An id that no record has. */
export const none = '00000000-0000-4000-8000-00000000ffff';

/** Tells one page only that the site is locked. */
export async function pretendLocked(page: Page): Promise<void> {
  await page.route('**/api/site-lock-status', (route) => route.fulfill({ json: { isLocked: true } }));
}

/** Refuses a request as a server without a database connection does. */
export async function refuse(page: Page, address: string): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({ status: 503, json: { code: 'unavailable', message: 'The database does not answer.' } }),
  );
}

export const levels = ['SUBJECT', 'INNOVATION', 'SECURITY', 'TASK FORCE', 'SITE COMMAND / DEVELOPER'];

export const accessKeys = [
  ...['Subject', 'Innovation Department', 'Security Department', 'Task Force Detachment', 'Site Command'],
  'Developer',
];

export const features = [
  'Document submission and review',
  'Hierarchical access control',
  'Two-factor authentication',
  'Archive with story arcs',
  'Analytics dashboard',
  'Security monitoring',
  'Document versioning and templates',
  'Emergency access',
  'Audit logging',
];

export const date = /\b20\d\d-\d\d-\d\d\b/;
