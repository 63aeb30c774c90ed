import { type Browser, expect, type Page, test } from '@playwright/test';
import { formatInteger } from '@/lib/format';
import { settled } from '../support/screens';
import { Server } from '../support/server';
import { Shop } from '../support/shop';
import { Stockroom } from '../support/stockroom';
import { openWindow } from '../support/window';

const binary = process.env.ESTANTE_BIN ?? 'bin/estante';
const changes = 50;
const secondMs = 1000;
/** A number that nothing else on a screen is. */
const stockMin = 70_001;
/** A list and a card: what each of the two has to ask the server for differs most. */
const screens = ['/productos', '/dashboard'];

/** When the screen has shown a text, painted and by the clock that everything on this machine shares. */
function whenShown(page: Page, text: string): Promise<number> {
  return page.evaluate(
    (wanted) =>
      new Promise<number>((tell) => {
        const main = document.querySelector('main') ?? document.body;
        const observer = new MutationObserver(look);
        observer.observe(main, { subtree: true, childList: true, characterData: true });
        look();
        function look() {
          if (!main.textContent?.includes(wanted)) return;
          observer.disconnect();
          requestAnimationFrame(() => tell(Date.now()));
        }
      }),
    text,
  );
}

/** One browser looks, somebody else sells: how long after the answer to the change each was on the screen. */
async function timesOn(page: Page, stockroom: Stockroom, path: string): Promise<number[]> {
  const known = await stockroom.product({ sku: path, currentStock: stockMin });
  await page.goto(path);
  await settled(page);
  const times: number[] = [];
  for (let change = 1; change <= changes; change += 1) {
    const shown = whenShown(page, formatInteger(stockMin + change));
    await stockroom.adjust(known, { type: 'in', quantity: 1 });
    const answered = Date.now();
    times.push((await shown) - answered);
  }
  // The next screen's total is that of its own product alone.
  await stockroom.sell(known, stockMin + changes);
  return times.toSorted((a, b) => a - b);
}

/** Changes come to the shop's own server; the browser looks at another one, where there are two. */
async function report(browser: Browser, where: string, shop: Shop, seenAt: string) {
  const stockroom = new Stockroom(shop, () => Promise.reject(new Error('nobody visits')));
  const { page, giveBack } = await openWindow(browser, seenAt, shop.admin, '/soporte', {});
  for (const path of screens) {
    const times = await timesOn(page, stockroom, path);
    const slowest = times.at(-1) ?? Number.POSITIVE_INFINITY;
    console.log(`| ${where} | ${path} | ${times.length} | ${times[changes / 2]} ms | ${slowest} ms |`);
    expect.soft(slowest, `the slowest change on ${path}, ${where}`).toBeLessThan(secondMs);
  }
  await giveBack();
}

test('what one does, the other sees within a second', async ({ browser }) => {
  console.log('| processes | screen | changes | median | slowest |\n|---|---|---:|---:|---:|');
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
