import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/** `make bench-browser`: the tests' browser in front of a small and a large shop, timed instead of tested. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'measure.ts',
  outputDir: '../../test-results',
  workers: 1,
  retries: 0,
  timeout: 3_600_000,
  use: { ...base.use, actionTimeout: 60_000 },
});
