import { defineConfig, devices } from '@playwright/test';
import { patient } from './e2e/slow';

/** Tests that only look at screens and change nothing, so any number of workers can run them. */
const screens = /(literals|screens|states)\.spec\.ts$/;

/**
 * Tests of the real client on the real server. Every worker has its own server and database, so files run in parallel;
 * the tests in one file run in sequence.
 */
export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  snapshotPathTemplate: '{testDir}/__shots__/{arg}{ext}',
  fullyParallel: false,
  workers: Number(process.env.E2E_WORKERS ?? 1),
  projects: [
    { name: 'screens', testMatch: screens, fullyParallel: true },
    { name: 'journeys', testIgnore: screens },
  ],
  retries: 0,
  timeout: patient(60_000),
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list'], ['./e2e/reporter.cjs']],
  use: {
    ...devices['Desktop Chrome'],
    viewport: { width: 1280, height: 860 },
    actionTimeout: patient(15_000),
    navigationTimeout: patient(30_000),
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Reduces the font hinting of the headless shell to that of the desktop browser that made the pictures.
        '--font-render-hinting=slight',
      ],
    },
  },
  expect: {
    timeout: patient(10_000),
    toHaveScreenshot: { animations: 'disabled', maxDiffPixelRatio: 0.002 },
  },
});
