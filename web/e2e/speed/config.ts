import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

const { launchOptions } = base.use ?? {};

/** `make bench-browser`: the tests' server, and a browser that compiles as well as everybody's does. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'times.ts',
  outputDir: '../../test-results',
  workers: 1,
  retries: 0,
  timeout: 3_600_000,
  use: {
    ...base.use,
    // What is not there is said, not waited for.
    actionTimeout: 30_000,
    launchOptions: {
      ...launchOptions,
      args: launchOptions?.args?.filter((flag) => !flag.startsWith('--js-flags')) ?? [],
    },
  },
});
