import { defineConfig } from '@playwright/test';
import config from './playwright.config';

/** `PERF_URL=... PERF_USERNAME=... PERF_PASSWORD=... npm run perf`: measurements of long lists on a running server. */
export default defineConfig(config, { testDir: './e2e/perf', testMatch: '*.perf.ts' });
