import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { type Account, newPeer } from './shop';
import { Wire } from './wire';

/** What a window can be asked for without being opened anew. */
export type Look = {
  viewport: BrowserContextOptions['viewport'] | undefined;
  colorScheme: BrowserContextOptions['colorScheme'] | undefined;
};

export type Loan = { page: Page; wire: Wire; giveBack: () => Promise<void> };

/** An answer of the server that asks for nothing more. An empty page would cost the window its process. */
const stillPage = '/api/health/';

const usualSize = { width: 1440, height: 900 };

/**
 * One browser window onto one server, which a worker's tests use one after the other, each as if it were new.
 * Starting a browser, fetching the page and compiling it anew is what most of a test's time would go to.
 */
class Window {
  readonly #browser: Browser;
  readonly #address: string;
  #page: Page | null = null;
  #lent = false;

  constructor(browser: Browser, address: string) {
    this.#browser = browser;
    this.#address = address;
  }

  get isLent(): boolean {
    return this.#lent;
  }

  /** The empty window with a user's session in it, at an address. */
  async lend(account: Account | null, path: string, { viewport, colorScheme }: Look): Promise<Loan> {
    this.#lent = true;
    const page = await this.#open();
    // Each visitor has its own address, and with it its own share of every limit.
    await page.context().setExtraHTTPHeaders({ 'X-Forwarded-For': newPeer() });
    await page.setViewportSize(viewport ?? usualSize);
    await page.emulateMedia({ colorScheme: colorScheme ?? 'light' });
    const wire = await Wire.tap(page.context(), this.#address);
    await enter(page, account, path);
    return { page, wire, giveBack: () => this.#takeBack(page, wire) };
  }

  async #open(): Promise<Page> {
    if (!this.#page || this.#page.isClosed()) {
      const context = await this.#browser.newContext({ baseURL: this.#address });
      this.#page = await context.newPage();
    }
    return this.#page;
  }

  /** Whatever cannot be tidied up is thrown away. */
  async #takeBack(page: Page, wire: Wire) {
    const context = page.context();
    try {
      await wire.untap();
      for (const other of context.pages()) if (other !== page) await other.close();
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await page.goto(stillPage);
    } catch {
      this.#page = null;
      await context.close();
    }
    this.#lent = false;
  }
}

/** The windows of a worker: as many onto each server as one of its tests has needed at once. */
export class Windows {
  readonly #browser: Browser;
  readonly #windows = new Map<string, Window[]>();

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** One that nobody looks out of. */
  onto(address: string): Window {
    const known = this.#windows.get(address) ?? [];
    const free = known.find(({ isLent }) => !isLent);
    if (free) return free;
    const window = new Window(this.#browser, address);
    this.#windows.set(address, [...known, window]);
    return window;
  }
}

/** A browser of its own, for whatever cannot be undone afterwards. */
export async function openWindow(
  browser: Browser,
  address: string,
  account: Account | null,
  path: string,
  { clock = false, ...options }: BrowserContextOptions & { clock?: boolean },
): Promise<Loan> {
  const extraHTTPHeaders = { 'X-Forwarded-For': newPeer() };
  const context = await browser.newContext({ baseURL: address, extraHTTPHeaders, ...options });
  const wire = await Wire.tap(context, address);
  const page = await context.newPage();
  if (clock) await takeClock(page);
  await enter(page, account, path);
  return { page, wire, giveBack: () => context.close() };
}

/** In the corner where it begins, or where the last test left it, the pointer would unfold what lies below it. */
async function restPointer(page: Page) {
  const { width, height } = page.viewportSize() ?? usualSize;
  await page.mouse.move(width - 1, height - 1);
}

/** Only the first page that opens finds the storage as the test wants it; from there on it is the page's own. */
async function enter(page: Page, account: Account | null, path: string) {
  const arranged = await page.addInitScript(arrangeStorage, account ? storedSession(account) : {});
  await page.goto(path);
  await restPointer(page);
  await arranged.dispose();
}

/** What the page keeps in the browser after signing in. */
export function storedSession({ user, session }: Account): Record<string, string> {
  return { sessionToken: session.sessionToken, expiresAt: session.expiresAt, user: JSON.stringify(user) };
}

/** Runs in the page, before anything of its own. */
function arrangeStorage(stored: Record<string, string>) {
  localStorage.clear();
  sessionStorage.clear();
  for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
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
