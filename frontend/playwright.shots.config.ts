import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** `SHOTS_DIR=folder npm run shots`: pictures of every screen, for review. */
export default defineConfig({ ...config, projects: [{ name: 'shots', testMatch: 'shots.ts' }] });
