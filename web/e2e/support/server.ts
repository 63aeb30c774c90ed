import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../..', import.meta.url));

export type LogLine = { level: string; msg: string; text?: string; to?: string };

export type ServerOptions = {
  /** Seen from the root of the repository. */
  binary: string;
  /** A shop with products and a year behind it, cut down to a few days that load in a moment. */
  demo?: boolean;
  /** How many days that shop has behind it, where a moment is not what counts. */
  demoDays?: number;
  /** The address of a PostgreSQL database, which several processes may share; a file of its own when not said. */
  database?: string;
  /** Where it is to listen; anywhere when not said. */
  listen?: string;
  /** The folder of a server that was interrupted, whose data this one begins with. */
  copyOf?: string;
  /** A folder that the caller keeps: it is served as it is, and stays. */
  borrowed?: string;
  /** The address and the data of a server that was stopped. */
  again?: { listen: string; folder: string };
};

type Started = {
  address: string;
  process: ChildProcess;
  folder: string;
  binary: string;
  isBorrowed: boolean;
};

/** One process of the real binary on a data folder that nobody else uses. */
export class Server {
  readonly address: string;
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #binary: string;
  readonly #isBorrowed: boolean;
  readonly #log: LogLine[] = [];
  readonly #waiting = new Set<() => void>();

  private constructor(started: Started) {
    this.address = started.address;
    this.#process = started.process;
    this.#folder = started.folder;
    this.#binary = started.binary;
    this.#isBorrowed = started.isBorrowed;
  }

  static async start({
    binary,
    demo = false,
    demoDays = 20,
    database,
    listen = '127.0.0.1:0',
    copyOf,
    borrowed,
    again,
  }: ServerOptions): Promise<Server> {
    const program = resolve(root, binary);
    requireExecutable(program);
    const folder = again?.folder ?? borrowed ?? (await newFolder(copyOf));
    // The tests are the proxy, so that each can come from an address of its own and use up its own limits.
    const flags = ['serve', '--listen', again?.listen ?? listen, '--data', folder, '--trusted-proxies', '127.0.0.1'];
    // The receivers of webhooks are this machine's too.
    flags.push('--allow-private-webhooks');
    if (database) flags.push('--database', database);
    if (demo) flags.push('--demo', '--demo-days', String(demoDays));
    const process = spawn(program, flags, { stdio: ['ignore', 'pipe', 'pipe'], env: {} });
    endWithThisProcess(process);
    const log: LogLine[] = [];
    const server = { current: null as Server | null };
    createInterface({ input: process.stderr }).on('line', (line) => {
      const parsed = parseLine(line);
      if (server.current) server.current.#hear(parsed);
      else log.push(parsed);
    });
    const address = await firstAddress(process, log);
    server.current = new Server({ address, process, folder, binary, isBorrowed: borrowed !== undefined });
    server.current.#log.push(...log);
    return server.current;
  }

  /** How much has been written so far; what follows belongs to the caller. */
  get logLength(): number {
    return this.#log.length;
  }

  errorsSince(length: number): LogLine[] {
    return this.#log.slice(length).filter(({ level }) => level === 'ERROR');
  }

  /** The first line that fits, from now or from before; the test's own limit ends a wait in vain. */
  async logLine(fits: (line: LogLine) => boolean): Promise<LogLine> {
    for (;;) {
      const found = this.#log.find(fits);
      if (found) return found;
      await new Promise<void>((wake) => this.#waiting.add(wake));
    }
  }

  get folder(): string {
    return this.#folder;
  }

  async stop() {
    await this.interrupt();
    if (this.#isBorrowed) return;
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** Ends the process as an operator would, and keeps its data. */
  async interrupt() {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const ended = new Promise((done) => this.#process.once('exit', done));
    this.#process.kill('SIGTERM');
    await ended;
  }

  /** Another process in the place of one that was interrupted. */
  startAgain(): Promise<Server> {
    const again = { listen: new URL(this.address).host, folder: this.#folder };
    return Server.start({ binary: this.#binary, again });
  }

  #hear(line: LogLine) {
    this.#log.push(line);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }
}

async function newFolder(copyOf: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'estante-e2e-'));
  if (copyOf) await cp(copyOf, folder, { recursive: true });
  return folder;
}

function requireExecutable(program: string) {
  try {
    accessSync(program, constants.X_OK);
  } catch {
    throw new Error(`The browser tests need the built binary at ${program}: run «make build» first.`);
  }
}

/** A worker that dies must not leave its server behind. */
function endWithThisProcess(child: ChildProcess) {
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
}

function parseLine(line: string): LogLine {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return { level: 'ERROR', msg: line };
  }
}

/** The server says where it listens in its first line. */
async function firstAddress(process: ChildProcess, log: LogLine[]): Promise<string> {
  if (!process.stdout) throw new Error('the server has no output to read');
  const lines = createInterface({ input: process.stdout });
  const line = await new Promise<string>((found, failed) => {
    lines.once('line', found);
    process.once('error', failed);
    process.once('exit', (code) =>
      failed(new Error(`the server ended with ${code} before it listened: ${log.map(({ msg }) => msg).join('; ')}`)),
    );
  });
  const address = /http:\/\/\S+/.exec(line)?.[0];
  if (!address) throw new Error(`the first line names no address: ${line}`);
  return address;
}
