import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/** `make lighthouse`: the tests' browser and server, scored instead of tested. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'score.ts',
  outputDir: '../../test-results',
  workers: 1,
  retries: 0,
  timeout: 1_800_000,
});
