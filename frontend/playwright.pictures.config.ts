import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** `npm run pictures`: the pictures of the README, taken from the demo. */
export default defineConfig({ ...config, projects: [{ name: 'pictures', testMatch: 'pictures.ts' }] });
