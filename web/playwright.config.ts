import { defineConfig } from '@playwright/test';

/** Debian's own browser: nothing is downloaded. Without windows it costs a third less than with them. */
const chromium = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/**
 * The last list of this kind is the one that counts, so Playwright's own is repeated here as far as it matters. New is
 * the spare process that Chromium starts for every window and that no test ever uses.
 */
const unwantedFeatures = [
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

export default defineConfig({
  testDir: './e2e',
  outputDir: './test-results',
  fullyParallel: true,
  // A test waits about as often as it computes, so three of them keep two cores busy.
  workers: 3,
  // A test that passes the second time has failed once: what flakes is mended.
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    // A worker of the last visit would answer in place of the server; one test allows it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Nothing fades, so that a measure or a contrast is never taken half-way.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: chromium,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // No page lives long enough here to win back what compiling it twice more costs.
        '--js-flags=--no-maglev --no-opt',
        `--disable-features=${unwantedFeatures.join(',')}`,
      ],
    },
  },
});
