import { Buffer } from 'node:buffer';
import type { BrowserContext, CDPSession, Page } from '@playwright/test';

/** «POST /api/auth/login/»: what the page asked. */
export type CallName = `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

export type InjectedAnswer = { status: number; body?: unknown; headers?: Record<string, string> };

/** A call that has left the page and has not reached the server. */
export type HeldCall = {
  answer: (answer: InjectedAnswer) => Promise<void>;
  lose: () => Promise<void>;
  connect: () => Promise<void>;
};

type Handle = (call: HeldCall) => unknown;

/**
 * Stands between the pages of a browser and their server, and takes single calls. Playwright's routes would do, but
 * while there is one the browser has no cache, and each page that opens is fetched and compiled anew.
 */
export class Switchboard {
  readonly #context: BrowserContext;
  readonly #origin: string;
  readonly #handles = new Map<CallName, Handle>();
  readonly #lines = new Map<Page, Promise<CDPSession>>();

  private constructor(context: BrowserContext, origin: string) {
    this.#context = context;
    this.#origin = origin;
    context.on('page', this.#onPage);
  }

  /** It stands there from the beginning: a page that is told of it later may ask the server past it for a moment. */
  static async open(context: BrowserContext, origin: string): Promise<Switchboard> {
    const opened = new Switchboard(context, origin);
    await opened.#tellPages();
    return opened;
  }

  async take(name: CallName, handle: Handle) {
    this.#handles.set(name, handle);
    await this.#tellPages();
  }

  async leave(name: CallName) {
    if (this.#handles.delete(name)) await this.#tellPages();
  }

  async close() {
    this.#context.off('page', this.#onPage);
    for (const line of this.#lines.values()) await (await line).detach().catch(ignoreClosed);
    this.#lines.clear();
  }

  readonly #onPage = (page: Page) => {
    void this.#tell(page).catch(ignoreClosed);
  };

  async #tellPages() {
    for (const page of this.#context.pages()) await this.#tell(page);
  }

  async #tell(page: Page) {
    const paths = new Set([...this.#handles.keys()].map(pathOf));
    const patterns = [...paths].map((path) => ({ urlPattern: `${this.#origin}${path}*` }));
    const line = await this.#lineTo(page);
    await line.send('Fetch.enable', { patterns: patterns.length > 0 ? patterns : nothing });
  }

  #lineTo(page: Page): Promise<CDPSession> {
    const known = this.#lines.get(page) ?? this.#connect(page);
    this.#lines.set(page, known);
    return known;
  }

  async #connect(page: Page): Promise<CDPSession> {
    const line = await this.#context.newCDPSession(page);
    page.once('close', () => this.#lines.delete(page));
    line.on('Fetch.requestPaused', ({ requestId, request: { method, url } }) => {
      const handle = this.#handles.get(`${method} ${new URL(url).pathname}` as CallName);
      const call = heldCall(line, requestId);
      void (handle ?? letThrough)(call);
    });
    return line;
  }
}

/** No pattern at all would stand for every address. */
const nothing = [{ urlPattern: 'about:nothing' }];

function letThrough(call: HeldCall) {
  return call.connect();
}

function heldCall(line: CDPSession, requestId: string): HeldCall {
  return {
    answer: async (answer) => {
      const response = written(answer);
      await line.send('Fetch.fulfillRequest', { requestId, ...response }).catch(ignoreClosed);
    },
    lose: async () => {
      const errorReason = 'ConnectionFailed';
      await line.send('Fetch.failRequest', { requestId, errorReason }).catch(ignoreClosed);
    },
    connect: async () => {
      await line.send('Fetch.continueRequest', { requestId }).catch(ignoreClosed);
    },
  };
}

/** A text is sent as it is; anything else as JSON. */
function written({ status, body, headers = {} }: InjectedAnswer) {
  const isText = body === undefined || typeof body === 'string';
  const text = isText ? (body ?? '') : JSON.stringify(body);
  const all = isText ? headers : { 'Content-Type': 'application/json', ...headers };
  return {
    responseCode: status,
    responseHeaders: Object.entries(all).map(([name, value]) => ({ name, value })),
    body: Buffer.from(text).toString('base64'),
  };
}

/** The client may have given up meanwhile, or closed the page. */
function ignoreClosed() {}

function pathOf(name: CallName): string {
  return name.slice(name.indexOf(' ') + 1);
}
