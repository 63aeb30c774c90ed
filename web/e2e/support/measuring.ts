import { defineConfig, type PlaywrightTestConfig } from '@playwright/test';
import base from '../../playwright.config';

/**
 * The tests' browser and server, for something that is measured or taken once and alone; from a folder beside this one.
 */
export function measuring(own: PlaywrightTestConfig): PlaywrightTestConfig {
  return defineConfig({
    ...base,
    testDir: '.',
    outputDir: '../../test-results',
    workers: 1,
    retries: 0,
    ...own,
  });
}
