import os from 'node:os';
import path from 'node:path';

const shared = {
  roots: ['<rootDir>/src'],
  transform: {
    '^.+\\.(ts|tsx|js|mjs)$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', tsx: true },
          target: 'es2022',
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  // Several libraries contain only ES modules, so everything is transformed.
  transformIgnorePatterns: [],
  moduleNameMapper: {
    '^@/(.*)$': '<rootDir>/src/$1',
    '\\.(woff2|svg)$': '<rootDir>/src/testing/assetStub.ts',
  },
  cacheDirectory: path.join(os.tmpdir(), 'facility-jest-cache'),
};

/** Unit, component and page tests; browser tests are in e2e/ and run under Playwright. */
export default {
  projects: [
    {
      ...shared,
      testMatch: ['**/*.test.tsx', '**/*.dom.test.ts'],
      testEnvironment: 'jest-fixed-jsdom',
      testEnvironmentOptions: { customExportConditions: [''], url: 'http://localhost/' },
      setupFilesAfterEnv: ['<rootDir>/src/testing/complaints.ts', '<rootDir>/src/testing/setup.ts'],
    },
    {
      // Most functions without a component need no document, whose creation takes longer than their tests.
      ...shared,
      testMatch: ['**/*.test.ts'],
      testPathIgnorePatterns: ['\\.dom\\.test\\.ts$'],
      testEnvironment: 'node',
      setupFilesAfterEnv: ['<rootDir>/src/testing/complaints.ts'],
    },
  ],
  reporters: ['default', '<rootDir>/src/testing/reporter.cjs'],
  // Some tests wait; one worker more than there are cores keeps the cores busy.
  maxWorkers: Math.min(os.availableParallelism() + 1, 8),
  testTimeout: 40000,
};
