import { expect, type Page, test } from '@playwright/test';
import { settled } from '../support/screens';
import { Shop } from '../support/shop';
import { type Change, type List, searching } from './lists';
import { binary, chosenLists, inMs, median, type Painted, spread, timeRows, turns, windowOnto } from './rows';

/** The folder of a shop of 100,000 products. */
const large = process.env.SPEED_SHOP;
/** How much longer the large shop may take. */
const growthMax = 1.5;

/**
 * A page that knows nothing yet, so that no answer is remembered in the browser; ten rows, so that both shops have a
 * second one.
 */
async function timeOne(page: Page, list: List, change: Change, turn: number): Promise<Painted> {
  await page.goto(`${list.path}${list.path.includes('?') ? '&' : '?'}porPagina=10`);
  await settled(page);
  return timeRows(page, list, () => change.act(page, turn));
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
  const cells = [list.name, change.name, inMs(median(small)), spread(small), inMs(median(large)), spread(large)];
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
    for (const list of chosenLists()) {
      for (const change of [searching(list.search), ...list.changes]) await report(list, change, pages);
    }
  } finally {
    await small.server.stop();
    await shop.server.stop();
  }
});
