import type { Page } from '@playwright/test';
import { paths } from '../src/lib/paths';
import type { Operator } from './fixtures';
import type { Scene } from './scene';

/** The height of a window in which the longest case needs no scrolling, in pixels. */
export const TALL = 2400;

/** A screen as one person sees it. */
export interface Screen {
  readonly name: string;
  /** Who is signed in; nobody without it. */
  readonly as?: (scene: Scene) => Operator;
  readonly path: (scene: Scene) => string;
  /**
   * Height of the window in pixels, 800 without it. What a pane has scrolled out of sight cannot be judged, so a screen
   * with panes of its own needs a tall one.
   */
  readonly height?: number;
  /** Something that is on the page once the screen is complete. */
  readonly whole: (page: Page) => ReturnType<Page['locator']>;
  /** What is pressed to get there. */
  readonly prepare?: (page: Page) => Promise<void>;
}

/** A screen of a place, whose address comes from the table; `path` is for one of its records or its filters. */
export type View = Omit<Screen, 'path'> & { readonly path?: Screen['path'] };

export const reader = (scene: Scene) => scene.reader;
export const warden = (scene: Scene) => scene.warden;
export const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
export const tab = (name: string) => () => `${paths.admin}?tab=${name}`;
export const pending = (page: Page) => page.getByText('SECTION NOT YET COMMISSIONED');

/** Opens a case of the review queue; where only one pane fits, it takes the place of the queue. */
export async function openCase(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: new RegExp(`^${title}`) }).click();
  await page.getByRole('article', { name: title }).waitFor();
}
