import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

/** `make screenshots`: the same browser as the tests, taking pictures instead of proving something. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'take.ts',
  outputDir: '../../test-results',
  workers: 1,
  retries: 0,
  timeout: 600_000,
  use: { ...base.use, actionTimeout: 15_000 },
});
