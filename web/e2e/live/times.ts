import { type Browser, expect, type Page, test } from '@playwright/test';
import { settled } from '../support/screens';
import { Server } from '../support/server';
import { Shop } from '../support/shop';
import { Stockroom } from '../support/stockroom';
import { openWindow } from '../support/window';
import { everySight, type Sight, turnsEach } from './sights';

const binary = process.env.ESTANTE_BIN ?? 'bin/estante';
const secondMs = 1000;
/** A text that never comes is said to be missing, not waited for. */
const givenUpMs = 30_000;

/** When a place has shown a text, painted and by the clock that everything on this machine shares. */
function whenShown(page: Page, where: string, text: string): Promise<number> {
  return page.evaluate(
    ([selector, wanted, patience]) =>
      new Promise<number>((tell, giveUp) => {
        const observer = new MutationObserver(look);
        observer.observe(document.body, {
          subtree: true,
          childList: true,
          characterData: true,
          attributeFilter: ['aria-label'],
        });
        const impatience = setTimeout(() => giveUp(new Error(`${selector} never showed ${wanted}`)), patience);
        look();
        function look() {
          const place = document.querySelector(selector);
          if (!(place?.ariaLabel ?? place?.textContent)?.includes(wanted)) return;
          observer.disconnect();
          clearTimeout(impatience);
          requestAnimationFrame(() => tell(Date.now()));
        }
      }),
    [where, text, givenUpMs] as const,
  );
}

/** One browser looks, another user acts: how long after the answer to the change each was on the screen. */
async function timesOf(page: Page, { path, where = 'main', change, shown }: Sight): Promise<number[]> {
  await page.goto(path);
  await settled(page);
  const times: number[] = [];
  for (let turn = 1; turn <= turnsEach; turn += 1) {
    const seen = whenShown(page, where, shown(turn));
    await change(turn);
    const answered = Date.now();
    times.push((await seen) - answered);
  }
  return times.toSorted((a, b) => a - b);
}

/** Changes come to the shop's own server; the browser looks at another one, where there are two. */
async function report(browser: Browser, processes: string, shop: Shop, seenAt: string) {
  const stockroom = new Stockroom(shop, () => Promise.reject(new Error('nobody visits')));
  const sights = await everySight(stockroom);
  const { page, giveBack } = await openWindow(browser, seenAt, shop.admin, '/soporte', {});
  for (const sight of sights) {
    const times = await timesOf(page, sight);
    const slowest = times.at(-1) ?? Number.POSITIVE_INFINITY;
    console.log(`| ${processes} | ${sight.name} | ${times[turnsEach / 2]} ms | ${slowest} ms |`);
    expect.soft(slowest, `the slowest change in ${sight.name}, ${processes}`).toBeLessThan(secondMs);
  }
  await giveBack();
}

test('what one does, the other sees within a second', async ({ browser }) => {
  console.log(`${turnsEach} changes each\n| processes | where | median | slowest |\n|---|---|---:|---:|`);
  const alone = await Shop.open({ binary });
  await report(browser, 'one, SQLite', alone, alone.address).finally(() => alone.server.stop());
  const database = process.env.TEST_POSTGRES;
  if (!database) return;
  const shop = await Shop.open({ binary, database });
  const beside = await Server.start({ binary, database });
  await report(browser, 'two, PostgreSQL', shop, beside.address).finally(async () => {
    await beside.stop();
    await shop.server.stop();
  });
});
