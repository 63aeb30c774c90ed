import { type Browser, expect, type Page, test } from '@playwright/test';
import { settled } from '../support/screens';
import { Shop } from '../support/shop';
import { storedSession } from '../support/window';
import { type Change, type List, lists } from './lists';

const binary = process.env.ESTANTE_BIN ?? 'bin/estante';
/** The folder of a shop of 100,000 products. */
const large = process.env.SPEED_SHOP;
/** The lists to time, by their name; all of them when nobody says otherwise. */
const only = process.env.ONLY?.split(',');
const turns = Number(process.env.TURNS ?? 20);
/** How much longer the large shop may take. */
const growthMax = 1.5;
/** After the last rows nothing may follow within this time. */
const quietMs = 150;

type Painted = {
  /** From the click or the last key to the frame that shows the new rows. */
  ms: number;
  /** How often the text of the rows changed. */
  paints: number;
  /** The longest that the page was deaf meanwhile, if it was longer than the 50 ms that are counted at all. */
  longestTask: number;
};

/** Runs in the page: waits for what somebody is about to do, and for the rows that come of it. */
function watchRows([label, quiet]: readonly [string, number]) {
  const table = () => document.querySelector<HTMLTableElement>(`table[aria-label="${label}"]`);
  const rows = () => table()?.tBodies[0]?.textContent ?? '';
  let begun = 0;
  let sawBusy = false;
  let done = false;
  let paints = 0;
  let longestTask = 0;
  let text = rows();
  const note = (event: Event) => {
    begun = event.timeStamp;
  };
  for (const kind of ['click', 'input', 'change']) addEventListener(kind, note, { capture: true });
  const tasks = new PerformanceObserver((list) => {
    for (const task of list.getEntries()) longestTask = Math.max(longestTask, task.duration);
  });
  tasks.observe({ type: 'longtask' });
  const painted = new Promise<Painted>((tell) => {
    const observer = new MutationObserver(() => {
      const now = rows();
      const isBusy = table()?.ariaBusy === 'true';
      const isOther = now !== text;
      text = now;
      if (begun === 0) return;
      if (isOther) paints += 1;
      // What the pointer has asked for on its way is there without a wait.
      const isThere = !isBusy && (sawBusy || isOther);
      sawBusy ||= isBusy;
      if (!isThere || done) return;
      done = true;
      requestAnimationFrame(afterPaint);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributeFilter: ['aria-busy'],
    });
    function afterPaint() {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        const ms = performance.now() - begun;
        setTimeout(() => {
          observer.disconnect();
          tasks.disconnect();
          tell({ ms, paints, longestTask });
        }, quiet);
      };
      channel.port2.postMessage(null);
    }
  });
  Object.assign(globalThis, { painted });
}

/** A page that knows nothing yet, so that no answer is remembered in the browser. */
async function timeOne(page: Page, { path, table }: List, change: Change, turn: number): Promise<Painted> {
  await page.goto(path);
  await settled(page);
  await page.evaluate(watchRows, [table, quietMs] as const);
  await change.act(page, turn);
  return page.evaluate(() => (globalThis as unknown as { painted: Promise<Painted> }).painted);
}

async function windowOnto(browser: Browser, shop: Shop): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.address });
  const page = await context.newPage();
  await page.goto('/api/health/');
  await page.evaluate((kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  }, storedSession(shop.admin));
  return page;
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
const inMs = (value: number) => `${Math.round(value)} ms`;

function spread(values: number[]): string {
  const inOrder = sorted(values);
  return `${Math.round(inOrder.at(0) ?? 0)}–${Math.round(inOrder.at(-1) ?? 0)}`;
}

/** One change of one list, by turns in both shops, so that they share the moods of the machine. */
async function report(list: List, change: Change, pages: { small: Page; large: Page }) {
  const times = { small: [] as Painted[], large: [] as Painted[] };
  for (let turn = 0; turn < turns; turn += 1) {
    times.small.push(await timeOne(pages.small, list, change, turn));
    times.large.push(await timeOne(pages.large, list, change, turn));
  }
  const small = times.small.map(({ ms }) => ms);
  const large = times.large.map(({ ms }) => ms);
  const all = [...times.small, ...times.large];
  const ratio = median(large) / median(small);
  const paints = Math.max(...all.map((one) => one.paints));
  const task = Math.max(...all.map(({ longestTask }) => longestTask));
  const ok = ratio <= growthMax && paints <= 1;
  const cells = [
    list.name,
    change.name,
    inMs(median(small)),
    spread(small),
    inMs(median(large)),
    spread(large),
  ];
  cells.push(ratio.toFixed(2), `≤ ${growthMax}`, String(paints), task === 0 ? '< 50 ms' : inMs(task));
  console.log(`| ${[...cells, ok ? 'ok' : 'short'].join(' | ')} |`);
  expect
    .soft(ratio, `${list.name}, ${change.name}: the large shop beside the small one`)
    .toBeLessThanOrEqual(growthMax);
  expect.soft(paints, `${list.name}, ${change.name}: how often the rows were drawn`).toBeLessThanOrEqual(1);
}

test('a large shop shows its rows as soon as a small one', async ({ browser }) => {
  if (!large) throw new Error('make bench-browser says where the large shop is');
  const small = await Shop.open({ binary, demo: true, demoDays: 365 });
  const shop = await Shop.open({ binary, demo: true, borrowed: large });
  try {
    const pages = { small: await windowOnto(browser, small), large: await windowOnto(browser, shop) };
    console.log(
      `${turns} turns each, from the click or the last key to the painted rows\n` +
        '| list | change | 200 products | spread | 100,000 | spread | ratio | goal | drawn | longest task | |\n' +
        '|---|---|---:|---|---:|---|---:|---|---:|---:|---|',
    );
    for (const list of lists) {
      if (only && !only.includes(list.name)) continue;
      for (const change of list.changes) await report(list, change, pages);
    }
  } finally {
    await small.server.stop();
    await shop.server.stop();
  }
});
