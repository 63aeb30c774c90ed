import type { Browser, Page } from '@playwright/test';
import type { Shop } from '../support/shop';
import { storedSession } from '../support/window';
import { type List, lists } from './lists';

export const binary = process.env.ESTANTE_BIN ?? 'bin/estante';
export const turns = Number(process.env.TURNS ?? 20);

/** After the last rows nothing may follow within this time. */
const quietMs = 150;

/** The lists to measure: those named by the caller, else all of them. */
export function chosenLists(): List[] {
  const only = process.env.ONLY?.split(',');
  return only ? lists.filter(({ name }) => only.includes(name)) : lists;
}

export type Painted = {
  /** From the click or the last key to the frame that shows the new rows. */
  ms: number;
  /** How often the text of the rows changed. */
  paints: number;
  /** The longest that the page was deaf meanwhile, if it was longer than the 50 ms that are counted at all. */
  longestTask: number;
};

/** Runs in the page: waits for what the test is about to do, and for the rows that come of it. */
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

/** How long the rows of a list take to follow what is done to it. */
export async function timeRows(page: Page, { table }: List, act: () => Promise<void>): Promise<Painted> {
  await page.evaluate(watchRows, [table, quietMs] as const);
  await act();
  return page.evaluate(() => (globalThis as unknown as { painted: Promise<Painted> }).painted);
}

export async function windowOnto(browser: Browser, shop: Shop): Promise<Page> {
  const context = await browser.newContext({ baseURL: shop.address });
  const page = await context.newPage();
  await page.goto('/api/health/');
  await page.evaluate((kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  }, storedSession(shop.admin));
  return page;
}

const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
export const median = (values: number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
export const inMs = (value: number) => `${Math.round(value)} ms`;

export function spread(values: number[]): string {
  const inOrder = sorted(values);
  return `${Math.round(inOrder.at(0) ?? 0)}–${Math.round(inOrder.at(-1) ?? 0)}`;
}
