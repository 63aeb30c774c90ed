import type { Profile } from '@/lib/api-types';
import { Server, type ServerOptions } from './server';

export type Role = 'Administrador' | 'Encargado' | 'Vendedor' | 'Consulta';
const roleIds: Record<Role, number> = { Administrador: 1, Encargado: 2, Vendedor: 3, Consulta: 4 };

/** What a person types to get an account. */
export type NewAccount = {
  username: string;
  password: string;
  firstName: string;
  lastName: string;
  middleName: string;
  secondLastName: string;
  email: string;
  dni: string;
};

export type Session = { sessionToken: string; expiresAt: string };
export type Account = NewAccount & { user: Profile; session: Session };

export type Registration = 'open' | 'approval' | 'closed';

export type TrayMail = { to: string; text: string; link: string };

type Call = {
  method: string;
  path: string;
  body?: unknown;
  session?: Session;
  headers?: Record<string, string>;
};

let people = 0;

/** A person the shop does not know yet. */
export function newcomer(known: Partial<NewAccount> = {}): NewAccount {
  people += 1;
  const name = `nuria${process.pid}x${people}`;
  return {
    username: name,
    password: 'estante-alto-7',
    firstName: 'Núria',
    lastName: 'Peña',
    middleName: '',
    secondLastName: '',
    email: `${name}@ejemplo.es`,
    dni: `${process.pid}${people}`.padStart(8, '0').concat('Z'),
    ...known,
  };
}

/** Each one comes from a network of its own, so that nobody pays for the attempts of others. */
export function newPeer(): string {
  people += 1;
  return `10.${Math.floor(people / 65_536) % 256}.${Math.floor(people / 256) % 256}.${people % 256}`;
}

/** A running server with its first administrator, and what tests arrange there without the browser. */
export class Shop {
  readonly server: Server;
  readonly admin: Account;

  private constructor(server: Server, admin: Account) {
    this.server = server;
    this.admin = admin;
  }

  static async open(options: ServerOptions): Promise<Shop> {
    const server = await Server.start(options);
    try {
      return new Shop(server, options.demo ? await demoAdmin(server) : await firstAdmin(server));
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** A shop that begins where another one ended, with the same administrator. */
  static async openAs(pattern: Shop, options: ServerOptions): Promise<Shop> {
    return new Shop(await Server.start({ ...options, copyOf: pattern.server.folder }), pattern.admin);
  }

  get address(): string {
    return this.server.address;
  }

  /** An active account with an open session. */
  async newAccount({ role = 'Encargado', ...known }: Partial<NewAccount> & { role?: Role } = {}) {
    const account = newcomer(known);
    const { user } = await this.register(account);
    if (user.roles[0]?.name !== role) {
      const body = { roleId: roleIds[role] };
      await this.as(this.admin, { method: 'PATCH', path: `/api/users/${user.idUser}/`, body });
    }
    return this.signIn(account);
  }

  /** Another session of a user who has an account. */
  signIn(account: NewAccount): Promise<Account> {
    return signIn(this.server, account);
  }

  register(account: NewAccount): Promise<{ user: Profile }> {
    return register(this.server, account);
  }

  /** A call in a user's name; any refusal fails the test. */
  as<Answer = unknown>(account: Account, asked: Omit<Call, 'session'>): Promise<Answer> {
    return call<Answer>(this.server, { ...asked, session: account.session });
  }

  setRegistration(registration: Registration) {
    return this.as(this.admin, { method: 'PATCH', path: '/api/settings/', body: { registration } });
  }

  /** The link that would have gone by e-mail; without a mail server it is in the tray. */
  async recoveryLink(email: string): Promise<string> {
    const { link } = await this.traysMail((mail) => mail.to === email && mail.link !== '');
    return link;
  }

  /** An e-mail that waits in the tray, as soon as it does. */
  async traysMail(fits: (mail: TrayMail) => boolean): Promise<TrayMail> {
    const until = Date.now() + 20_000;
    for (;;) {
      const path = '/api/mail/tray/?limit=100';
      const { results } = await this.as<{ results: TrayMail[] }>(this.admin, { method: 'GET', path });
      const found = results.find(fits);
      if (found) return found;
      if (Date.now() > until) throw new Error('the tray does not hold the message');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

/**
 * Where the shops of single tests open one after the other. They keep one address, so that the browser has the page
 * of the next one already, and each begins as a copy of the first, whose administrator has signed in.
 */
export class Corner {
  readonly #binary: string;
  #pattern: Shop | null = null;
  #listen = '127.0.0.1:0';
  #tenant: Shop | null = null;

  constructor(binary: string) {
    this.#binary = binary;
  }

  /** A second shop at the same time is somewhere else. */
  async open(): Promise<Shop> {
    this.#pattern ??= await this.#makePattern();
    if (this.#tenant) return Shop.openAs(this.#pattern, { binary: this.#binary });
    this.#tenant = await Shop.openAs(this.#pattern, { binary: this.#binary, listen: this.#listen });
    this.#listen = new URL(this.#tenant.address).host;
    return this.#tenant;
  }

  async close(shop: Shop) {
    await shop.server.stop();
    if (shop === this.#tenant) this.#tenant = null;
  }

  /** Nothing opens here any more. */
  async leave() {
    await this.#pattern?.server.stop();
  }

  async #makePattern(): Promise<Shop> {
    const pattern = await Shop.open({ binary: this.#binary });
    await pattern.server.interrupt();
    return pattern;
  }
}

async function firstAdmin(server: Server): Promise<Account> {
  const account = newcomer({ username: 'jefa', firstName: 'Carmen', lastName: 'Ibáñez' });
  await register(server, account);
  return signIn(server, account);
}

function register(server: Server, account: NewAccount): Promise<{ user: Profile }> {
  const body = { ...account, confirmPassword: account.password };
  return call(server, { method: 'POST', path: '/api/auth/register/', body });
}

async function demoAdmin(server: Server): Promise<Account> {
  const { demo } = await call<{ demo: { username: string; password: string } }>(server, {
    method: 'GET',
    path: '/api/business/',
  });
  return signIn(server, newcomer(demo));
}

async function signIn(server: Server, account: NewAccount): Promise<Account> {
  const { username, password } = account;
  const answer = await call<{ user: Profile; session: Session }>(server, {
    method: 'POST',
    path: '/api/auth/login/',
    body: { username, password },
  });
  return { ...account, ...answer };
}

async function call<Answer>(server: Server, asked: Call): Promise<Answer> {
  const { method, path, body, session, headers } = asked;
  const response = await fetch(server.address + path, {
    method,
    headers: {
      'X-Forwarded-For': newPeer(),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(session && { Authorization: `Session ${session.sessionToken}` }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}
