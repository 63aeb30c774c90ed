import { expect, type Page, test } from '@playwright/test';
import { settled } from '../support/screens';
import { Shop } from '../support/shop';
import { type List, searchField, searching } from './lists';
import { binary, chosenLists, inMs, timeRows, turns, windowOnto } from './rows';

/** A key that waits longer than this is felt; shorter tasks are not counted by the browser either. */
const feltMs = 50;

/** The longest task of each search, typed and taken back letter by letter; 0 where none is long enough to count. */
async function longestTasks(page: Page, list: List): Promise<number[]> {
  const search = searching(list.search);
  const field = searchField(page, list.search.label);
  const tasks: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const typed = await timeRows(page, list, () => search.act(page, turn));
    const takenBack = await timeRows(page, list, async () => {
      for (const _ of await field.inputValue()) await field.press('Backspace');
    });
    tasks.push(typed.longestTask, takenBack.longestTask);
  }
  return tasks;
}

test('whoever types in a search is not held up', async ({ browser }) => {
  const shop = await Shop.open({ binary, demo: true, demoDays: 365 });
  try {
    const page = await windowOnto(browser, shop);
    console.log(
      `${turns} searches of twenty rows typed and taken back, one server and nothing beside\n` +
        `| list | searches | over ${feltMs} ms | longest task | goal | |\n|---|---:|---:|---:|---:|---|`,
    );
    for (const list of chosenLists()) {
      await page.goto(list.path);
      await settled(page);
      const tasks = await longestTasks(page, list);
      const felt = tasks.filter((task) => task > feltMs).length;
      const longest = felt === 0 ? `< ${feltMs} ms` : inMs(Math.max(...tasks));
      const cells = [list.name, tasks.length, felt, longest, `≤ ${feltMs} ms`, felt === 0 ? 'ok' : 'short'];
      console.log(`| ${cells.join(' | ')} |`);
      expect.soft(felt, `${list.name}: searches that held up whoever typed`).toBe(0);
    }
  } finally {
    await shop.server.stop();
  }
});
