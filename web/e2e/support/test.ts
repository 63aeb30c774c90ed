import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { type Account, Corner, Shop } from './shop';
import { Stockroom } from './stockroom';
import { type Loan, openWindow, Windows } from './window';

export type VisitOptions = BrowserContextOptions & {
  /** Whose server to visit; the plain shop when not said. */
  shop?: Shop;
  /** Time stands in the test's hand: see `page.clock`. */
  clock?: boolean;
};

/** Opens a browser of its own, signed in with an account or without one, at an address. */
export type Visit = (account: Account | null, path: string, options?: VisitOptions) => Promise<Page>;

type TestFixtures = {
  visit: Visit;
  /** A shop for one test alone, where it may count and sum everything there is. */
  stockroom: Stockroom;
  newShop: () => Promise<Shop>;
  serverStaysCalm: undefined;
};
type WorkerFixtures = {
  windows: Windows;
  corner: Corner;
  /** The binary under test, seen from the root of the repository. */
  binary: string;
  shop: Shop;
  demoShop: Shop;
};

export const test = base.extend<TestFixtures, WorkerFixtures>({
  binary: [process.env.ESTANTE_BIN ?? 'bin/estante', { scope: 'worker', option: true }],

  shop: [
    async ({ binary }, provide) => {
      const shop = await Shop.open({ binary });
      await provide(shop);
      await shop.server.stop();
    },
    { scope: 'worker' },
  ],

  demoShop: [
    async ({ binary }, provide) => {
      const shop = await Shop.open({ binary, demo: true });
      await provide(shop);
      await shop.server.stop();
    },
    { scope: 'worker' },
  ],

  windows: [async ({ browser }, provide) => provide(new Windows(browser)), { scope: 'worker' }],

  corner: [
    async ({ binary }, provide) => {
      const corner = new Corner(binary);
      await provide(corner);
      await corner.leave();
    },
    { scope: 'worker' },
  ],

  newShop: async ({ corner }, provide) => {
    const opened: Shop[] = [];
    await provide(async () => {
      const shop = await corner.open();
      opened.push(shop);
      return shop;
    });
    const errors = opened.flatMap(({ server }) => server.errorsSince(0));
    for (const shop of opened) await corner.close(shop);
    expect(errors, 'the server of this test logged no error').toEqual([]);
  },

  visit: async ({ browser, shop, newShop, windows }, provide) => {
    // Whatever a fixture asks for outlives it: pages are closed before the servers they look at.
    void newShop;
    const loans: Loan[] = [];
    await provide(async (account, path, { shop: visited = shop, clock = false, ...options } = {}) => {
      const { address } = visited;
      const { viewport, colorScheme, ...others } = options;
      const shared = !clock && Object.keys(others).length === 0;
      const loan = shared
        ? await windows.onto(address).lend(account, path, { viewport, colorScheme })
        : await openWindow(browser, address, account, path, { clock, ...options });
      loans.push(loan);
      return loan.page;
    });
    const problems = loans.flatMap(({ wire }) => wire.problems);
    for (const { giveBack } of loans) await giveBack();
    expect(problems, 'nothing went wrong that the test did not announce').toEqual([]);
  },

  stockroom: async ({ newShop, visit }, provide) => {
    await provide(new Stockroom(await newShop(), visit));
  },

  serverStaysCalm: [
    async ({ shop }, provide) => {
      const before = shop.server.logLength;
      await provide(undefined);
      expect(shop.server.errorsSince(before), 'the server logged no error').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
