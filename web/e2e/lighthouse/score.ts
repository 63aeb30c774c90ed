import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium, expect, test } from '@playwright/test';
import { detailPaths, publicPaths, signedInPaths } from '../support/screens';
import { Shop } from '../support/shop';
import { storedSession } from '../support/window';

const gated = ['accessibility', 'best-practices', 'seo'] as const;
const shown = [...gated, 'performance'] as const;
const scoreMin = 95;
/** How much of a screen may move while it fills up. */
const shiftMax = 0.02;
const shiftAudit = 'cumulative-layout-shift';
/** The line for news stays open, so the network is never as quiet as Lighthouse waits for. */
const maxWaitForLoad = 10_000;

/** The screens to score again, by what their address contains; all of them when nobody says otherwise. */
const only = process.env.ONLY?.split(',');

type Audit = { title: string; score: number | null; numericValue?: number };
type Category = { score: number | null; auditRefs: { id: string; weight: number }[] };
type Result = {
  lhr: { categories: Record<(typeof shown)[number], Category>; audits: Record<string, Audit> };
};
type Lighthouse = (url: string, flags: Record<string, unknown>) => Promise<Result>;

/** It lies where `scripts/lighthouse` has put it, out of sight of the types. */
async function loadLighthouse(): Promise<Lighthouse> {
  const home = process.env.LIGHTHOUSE_HOME;
  if (!home) throw new Error('scripts/lighthouse says where Lighthouse is');
  const entry = createRequire(join(home, 'package.json')).resolve('lighthouse');
  const loaded = (await import(pathToFileURL(entry).href)) as { default: Lighthouse };
  return loaded.default;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Lighthouse opens its own tab; what it finds in the browser's storage decides who is looking. */
async function arrange(context: BrowserContext, address: string, stored: Record<string, string>) {
  const page = await context.newPage();
  await page.goto(`${address}/api/health/`);
  await page.evaluate((kept) => {
    localStorage.clear();
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  }, stored);
  await page.close();
}

const percent = (score: number | null) => Math.round((score ?? 0) * 100);

/** What costs points, so that nobody has to ask again to know. */
function faults({ lhr }: Result): string[] {
  return gated.flatMap((name) =>
    lhr.categories[name].auditRefs
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => `${id}: ${lhr.audits[id]?.title}`),
  );
}

test('every screen earns its scores', async ({ launchOptions }) => {
  const lighthouse = await loadLighthouse();
  const shop = await Shop.open({ binary: process.env.ESTANTE_BIN ?? 'bin/estante', demo: true });
  const profile = mkdtempSync(join(tmpdir(), 'estante-lighthouse-'));
  const port = await freePort();
  const context = await chromium.launchPersistentContext(profile, {
    ...launchOptions,
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  const failed: string[] = [];

  async function score(path: string) {
    if (only && !only.some((part) => path.includes(part))) return;
    const flags = {
      port,
      onlyCategories: shown,
      disableStorageReset: true,
      maxWaitForLoad,
      logLevel: 'error',
    };
    const result = await lighthouse(`${shop.address}${path}`, flags);
    const { categories, audits } = result.lhr;
    const shift = audits[shiftAudit]?.numericValue ?? Number.POSITIVE_INFINITY;
    const scores = shown.map((name) => percent(categories[name].score));
    console.log(`| ${path} | ${[...scores, shift.toFixed(3)].join(' | ')} |`);
    for (const fault of faults(result)) console.log(`  ${fault}`);
    for (const name of gated) if (percent(categories[name].score) < scoreMin) failed.push(`${path} ${name}`);
    if (shift > shiftMax) failed.push(`${path} moves`);
  }

  try {
    console.log(`| screen | ${shown.join(' | ')} | shift |\n|---|${'---:|'.repeat(shown.length + 1)}`);
    await arrange(context, shop.address, {});
    for (const path of publicPaths) await score(path);
    await arrange(context, shop.address, storedSession(shop.admin));
    for (const path of [...signedInPaths, ...detailPaths]) await score(path);
    expect(failed, `screens below ${scoreMin}, or that move more than ${shiftMax}`).toEqual([]);
  } finally {
    await context.close();
    await shop.server.stop();
    rmSync(profile, { recursive: true, force: true });
  }
});
