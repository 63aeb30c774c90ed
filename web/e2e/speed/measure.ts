import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { settled } from '../support/screens';
import { Server } from '../support/server';
import type { Account } from '../support/shop';
import { storedSession } from '../support/window';
import { attachStopwatch, type Lap, time } from './stopwatch';

const binary = process.env.ESTANTE_BIN ?? 'bin/estante';
const root = resolve(import.meta.dirname, '../../..');
const rounds = Number(process.env.ROUNDS ?? 20);
const sizes = [200, 100_000] as const;
const ratioMax = 1.5;

type Change = { name: string; make: (page: Page) => Promise<unknown> };
type List = { path: string; filter: Change['make'] };

const press = (name: RegExp) => (page: Page) => page.getByRole('main').getByRole('button', { name }).click();
const choose = (label: string) => (page: Page) =>
  page.getByRole('main').getByLabel(label).selectOption({ index: 1 });

const lists: List[] = [
  { path: '/productos', filter: press(/^Sin stock/) },
  { path: '/inventario', filter: choose('Categoría') },
  { path: '/pedidos', filter: choose('Estado') },
  { path: '/prevision-stock', filter: press(/^Stock Bajo/) },
  { path: '/alertas-stock', filter: choose('Nivel') },
];

/** A word that the first row has, so that a search for it finds something in every shop. */
async function wordOf(page: Page): Promise<string> {
  const words = await page.locator('tbody tr').first().getByRole('link').first().textContent();
  return (words ?? '')
    .split(/\s+/)
    .reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}

function changesOf({ filter }: List): Change[] {
  return [
    { name: 'page', make: (page) => page.getByLabel('Página siguiente').click() },
    { name: 'sort', make: (page) => page.locator('th button').last().click() },
    { name: 'filter', make: filter },
    {
      name: 'search',
      make: async (page) =>
        page
          .getByRole('main')
          .getByRole('searchbox')
          .fill(await wordOf(page)),
    },
  ];
}

/** A shop of so many products, made once where SHOPS names a folder that keeps them. */
async function open(products: number, folder: string): Promise<Server> {
  const data = join(folder, String(products));
  if (!existsSync(data)) {
    const size = ['--products', String(products), '--orders', '20000'];
    execFileSync(resolve(root, binary), ['demo', ...size, '--data', data], { stdio: 'ignore' });
  }
  return Server.start({ binary, again: { listen: '127.0.0.1:0', folder: data } });
}

async function signIn(address: string): Promise<Account> {
  const answer = await fetch(`${address}/api/auth/login/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'demo', password: 'demo-estante' }),
  });
  return (await answer.json()) as Account;
}

async function enter(browser: Browser, { address }: Server): Promise<Page> {
  const context = await browser.newContext({ baseURL: address });
  const page = await context.newPage();
  const stored = storedSession(await signIn(address));
  await page.addInitScript((kept) => {
    for (const [name, value] of Object.entries(kept)) localStorage.setItem(name, value);
  }, stored);
  await attachStopwatch(page);
  return page;
}

/** One round on one list: each change begins with the list as it is when it opens. */
async function lapsOf(page: Page, list: List): Promise<Map<string, Lap>> {
  const laps = new Map<string, Lap>();
  for (const { name, make } of changesOf(list)) {
    await page.goto(list.path);
    await page.mouse.move(1439, 899);
    await settled(page);
    laps.set(name, await time(page, () => make(page)));
  }
  return laps;
}

/** The laps of every change of a list, by shop. The shops take turns, so that both share the machine's moods. */
async function measure(pages: Page[], list: List): Promise<Map<string, Lap[][]>> {
  const laps = new Map(changesOf(list).map(({ name }) => [name, pages.map((): Lap[] => [])]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [shop, page] of pages.entries()) {
      for (const [name, lap] of await lapsOf(page, list)) laps.get(name)?.[shop]?.push(lap);
    }
  }
  return laps;
}

const median = (figures: number[]) => figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? 0;

/** Prints a line of the table, and says whether the goals were met. */
function judge(path: string, change: string, shops: Lap[][]): boolean {
  const took = shops.map((laps) => median(laps.map((lap) => lap.took)));
  const ratio = (took[1] ?? 0) / (took[0] || 1);
  const most = (of: (lap: Lap) => number) => Math.max(...shops.flat().map(of));
  const [asked, renders] = [most((lap) => lap.asked), most((lap) => lap.renders)];
  const fine = ratio <= ratioMax && asked <= 1 && renders <= 1;
  const figures = [...took, most((lap) => lap.longestTask)].map((each) => `${each.toFixed(0)} ms`);
  const cells = [
    path,
    change,
    ...figures,
    asked,
    renders,
    ratio.toFixed(2),
    `≤ ${ratioMax}`,
    fine ? 'ok' : 'short',
  ];
  console.log(`| ${cells.join(' | ')} |`);
  return fine;
}

test('lists are as fast in a large shop as in a small one', async ({ browser }) => {
  const folder = process.env.SHOPS ?? mkdtempSync(join(tmpdir(), 'estante-speed-'));
  const servers: Server[] = [];
  const short: string[] = [];
  try {
    for (const size of sizes) servers.push(await open(size, folder));
    const pages = await Promise.all(servers.map((server) => enter(browser, server)));
    const headings = ['list', 'change', ...sizes, 'longest task', 'requests', 'renders', 'ratio', 'goal', ''];
    console.log(`| ${headings.join(' | ')} |\n|${'---|'.repeat(headings.length)}`);
    for (const list of lists) {
      for (const [change, shops] of await measure(pages, list)) {
        if (!judge(list.path, change, shops)) short.push(`${list.path} ${change}`);
      }
    }
    expect(short, 'lists that fell short').toEqual([]);
  } finally {
    for (const server of servers) await server.interrupt();
    if (!process.env.SHOPS) rmSync(folder, { recursive: true, force: true });
  }
});
