import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/** `make live`: the tests' browser and server, timed instead of tested. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'times.ts',
  outputDir: '../../test-results',
  workers: 1,
  retries: 0,
  timeout: 600_000,
});
