import { defineConfig } from '@playwright/test';
import base from '../../playwright.config';

const { launchOptions } = base.use ?? {};

/** This browser has English alone for its own parts; so at least the fields for days follow the page's language. */
const spanishBrowser = {
  ...launchOptions,
  args: [...(launchOptions?.args ?? []), '--enable-blink-features=LangAttributeAwareFormControlUI'],
};

/** `make screenshots`: the same browser as the tests, taking pictures instead of proving something. */
export default defineConfig({
  ...base,
  testDir: '.',
  testMatch: 'take.ts',
  outputDir: '../../test-results',
  workers: 1,
  retries: 0,
  timeout: 600_000,
  use: { ...base.use, actionTimeout: 15_000, launchOptions: spanishBrowser },
});
