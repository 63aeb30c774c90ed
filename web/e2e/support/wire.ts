import type {
  BrowserContext,
  ConsoleMessage,
  Dialog,
  Disposable,
  Page,
  Request,
  Response,
  WebError,
} from '@playwright/test';
import { type CallName, type InjectedAnswer, Switchboard } from './switchboard';

const wires = new WeakMap<BrowserContext, Wire>();

/** The line between a page and its server. */
export function wire(page: Page): Wire {
  const found = wires.get(page.context());
  if (!found) throw new Error('this page was not opened by a visitor of the tests');
  return found;
}

/** The session will be ended from elsewhere; whichever call is next to ask is the one that notices. */
export function expectSignedOut(page: Page) {
  wire(page).expectAnyRefusal(401);
}

/** Listens to everything a browser says and asks, and can break single calls on purpose. */
export class Wire {
  readonly #context: BrowserContext;
  readonly #origin: string;
  readonly #problems: string[] = [];
  readonly #expected = new Set<string>();
  readonly #switchboard: Switchboard;
  #violations: Disposable | null = null;

  private constructor(context: BrowserContext, origin: string, switchboard: Switchboard) {
    this.#context = context;
    this.#origin = origin;
    this.#switchboard = switchboard;
  }

  static async tap(context: BrowserContext, origin: string): Promise<Wire> {
    const tapped = new Wire(context, origin, await Switchboard.open(context, origin));
    wires.set(context, tapped);
    context.on('console', tapped.#onConsole);
    context.on('weberror', tapped.#onError);
    context.on('dialog', tapped.#onDialog);
    context.on('request', tapped.#onRequest);
    context.on('response', tapped.#onResponse);
    context.on('requestfailed', tapped.#onFailure);
    tapped.#violations = await context.addInitScript(reportViolations);
    return tapped;
  }

  /** From here on the browser is another test's. */
  async untap() {
    this.#context.off('console', this.#onConsole);
    this.#context.off('weberror', this.#onError);
    this.#context.off('dialog', this.#onDialog);
    this.#context.off('request', this.#onRequest);
    this.#context.off('response', this.#onResponse);
    this.#context.off('requestfailed', this.#onFailure);
    await this.#violations?.dispose();
    await this.#switchboard.close();
  }

  /** The page will say this of itself, as React does of what it had to catch. */
  expectError(text: string) {
    this.#expected.add(`console ${text}`);
  }

  /** Whatever went wrong without having been announced. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** The server will refuse this call, and that is what the test is about. */
  expectRefusal(name: CallName, status: number) {
    this.#expected.add(`${name} ${status}`);
  }

  /** As `expectRefusal`, where it cannot be known which call it will be. */
  expectAnyRefusal(status: number) {
    this.#expected.add(`any ${status}`);
  }

  /** The line will break here; for servers that are stopped. */
  expectSilence() {
    this.#expected.add('silence');
  }

  /** Answers a call in the server's place until it is restored. */
  async answer(name: CallName, answer: InjectedAnswer) {
    if (answer.status >= 400) this.expectRefusal(name, answer.status);
    await this.#switchboard.take(name, (call) => call.answer(answer));
  }

  /** The call leaves and nothing ever comes back, as without a network. */
  async drop(name: CallName) {
    this.#expected.add(`${name} lost`);
    await this.#switchboard.take(name, (call) => call.lose());
  }

  /** The call waits until it is let go, and then reaches the server. */
  async hold(name: CallName): Promise<() => Promise<void>> {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await this.#switchboard.take(name, async (call) => {
      await released;
      await call.connect();
    });
    return async () => {
      release();
      await this.restore(name);
    };
  }

  /** The call waits for ever. */
  async silence(name: CallName) {
    this.#expected.add(`${name} lost`);
    await this.#switchboard.take(name, () => undefined);
  }

  /** From here on the call reaches the server again. */
  async restore(name: CallName) {
    await this.#switchboard.leave(name);
  }

  readonly #onError = (error: WebError) => {
    this.#problems.push(`page error: ${error.error().message}`);
  };

  readonly #onDialog = (dialog: Dialog) => {
    this.#problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  };

  readonly #onConsole = (message: ConsoleMessage) => {
    const text = message.text();
    // The browser repeats every refused call here; those are judged by their status.
    if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
    if ([...this.#expected].some((one) => one.startsWith('console ') && text.includes(one.slice(8)))) return;
    this.#problems.push(`console: ${text}`);
  };

  readonly #onRequest = (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin === this.#origin || protocol === 'data:' || protocol === 'blob:') return;
    this.#problems.push(`request to another host: ${request.url()}`);
  };

  readonly #onResponse = (response: Response) => {
    if (response.status() < 400) return;
    const outcome = `${nameOf(response.request())} ${response.status()}`;
    if (this.#expected.has(outcome) || this.#expected.has(`any ${response.status()}`)) return;
    this.#problems.push(`refused: ${outcome}`);
  };

  readonly #onFailure = (request: Request) => {
    const reason = request.failure()?.errorText ?? '';
    // The page itself gives calls up when a user leaves a screen.
    if (reason === 'net::ERR_ABORTED' || this.#expected.has('silence')) return;
    // A preview that was replaced before it was drawn is gone from the page's own memory, not from the server.
    if (new URL(request.url()).protocol === 'blob:') return;
    if (this.#expected.has(`${nameOf(request)} lost`)) return;
    this.#problems.push(`lost: ${nameOf(request)} ${reason}`);
  };
}

function nameOf(request: Request): string {
  return `${request.method()} ${new URL(request.url()).pathname}`;
}

/** Runs in the page: a breach of its policy becomes an error that the wire hears. */
function reportViolations() {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    console.error(`policy violation: ${violatedDirective} ${blockedURI}`);
  });
}
