import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { type Account, newPeer, Shop } from './shop';
import { Stockroom } from './stockroom';
import { Wire } from './wire';

export type VisitOptions = BrowserContextOptions & {
  /** Whose server to visit; the plain shop when not said. */
  shop?: Shop;
  /** Time stands in the test's hand: see `page.clock`. */
  clock?: boolean;
};

/** Opens a browser of its own, signed in as somebody or as nobody, at an address. */
export type Visit = (account: Account | null, path: string, options?: VisitOptions) => Promise<Page>;

type TestFixtures = {
  visit: Visit;
  /** A shop for one test alone, where it may count and sum everything there is. */
  stockroom: Stockroom;
  newShop: () => Promise<Shop>;
  serverStaysCalm: undefined;
};
type WorkerFixtures = {
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

  newShop: async ({ binary }, provide) => {
    const opened: Shop[] = [];
    await provide(async () => {
      const shop = await Shop.open({ binary });
      opened.push(shop);
      return shop;
    });
    const errors = opened.flatMap(({ server }) => server.errorsSince(0));
    for (const { server } of opened) await server.stop();
    expect(errors, 'the server of this test logged no error').toEqual([]);
  },

  visit: async ({ browser, shop, newShop }, provide) => {
    // Whatever a fixture asks for outlives it: pages are closed before the servers they look at.
    void newShop;
    const wires: Wire[] = [];
    const close: (() => Promise<void>)[] = [];
    await provide(async (account, path, { shop: visited = shop, clock = false, ...options } = {}) => {
      const context = await browser.newContext({
        baseURL: visited.address,
        // Each visitor has its own address, and with it its own share of every limit.
        extraHTTPHeaders: { 'X-Forwarded-For': newPeer() },
        ...(account && { storageState: storedSession(visited, account) }),
        ...options,
      });
      close.push(() => context.close());
      wires.push(await Wire.tap(context, visited.address));
      const page = await context.newPage();
      if (clock) await takeClock(page);
      await page.goto(path);
      return page;
    });
    const problems = wires.flatMap((wire) => wire.problems);
    for (const closeContext of close) await closeContext();
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

/** What the page keeps in the browser after signing in. */
function storedSession(shop: Shop, { user, session }: Account) {
  const localStorage = [
    { name: 'sessionToken', value: session.sessionToken },
    { name: 'expiresAt', value: session.expiresAt },
    { name: 'user', value: JSON.stringify(user) },
  ];
  return { cookies: [], origins: [{ origin: shop.address, localStorage }] };
}

/** The browser's own timeouts cannot be moved by hand, so they are put on timers that can. */
async function takeClock(page: Page) {
  await page.addInitScript(() => {
    AbortSignal.timeout = (ms: number) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(new DOMException('time is up', 'TimeoutError')), ms);
      return controller.signal;
    };
  });
  await page.clock.install();
}
