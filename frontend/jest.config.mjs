import os from 'node:os';
import path from 'node:path';

/** Unit, component and page tests; browser journeys live in e2e/ and run under Playwright. */
export default {
  roots: ['<rootDir>/src'],
  testEnvironment: 'jest-fixed-jsdom',
  testEnvironmentOptions: { customExportConditions: [''], url: 'http://localhost/' },
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
  // Several libraries ship ES modules alone, so everything goes through the transform.
  transformIgnorePatterns: [],
  moduleNameMapper: {
    '^@/(.*)$': '<rootDir>/src/$1',
    '\\.(woff2|svg)$': '<rootDir>/src/testing/assetStub.ts',
  },
  setupFilesAfterEnv: ['<rootDir>/src/testing/setup.ts'],
  reporters: ['default', '<rootDir>/src/testing/reporter.cjs'],
  cacheDirectory: path.join(os.tmpdir(), 'facility-jest-cache'),
  maxWorkers: 2,
  testTimeout: 40000,
};
