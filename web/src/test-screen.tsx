import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  type AnyRoute,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { vi } from 'vitest';
import type { Business, Profile } from '@/lib/api-types';
import { signIn } from '@/lib/session';

export type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };
type Sent = { call: string; query: Record<string, string>; body: unknown; headers: Headers };
export type Replies = Record<string, Reply | ((sent: Sent) => Reply | Promise<Reply>)>;

// The test environment draws nothing, so there is nothing to scroll to.
Element.prototype.scrollIntoView = () => undefined;

export const business: Business = {
  name: 'Estante',
  subtitle: 'Gestión de stock e inventario',
  businessName: 'Ferretería La Balda',
  version: '1.0.0',
  registration: 'open',
  firstAccount: false,
  supportEmail: 'soporte@ejemplo.es',
  location: 'Valencia',
  timeZone: 'Europe/Madrid',
  salesCurrency: 'EUR',
  purchaseCurrency: 'USD',
  salesDecimals: 2,
  purchaseDecimals: 2,
};

/** Answers the page's calls («GET /api/entries/») and remembers what they asked for. */
export function answerCalls(replies: Replies) {
  const all: Replies = { 'GET /api/business/': { body: business }, ...replies };
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    request.signal.throwIfAborted();
    const url = new URL(request.url);
    const text = await request.text();
    const one = {
      call: `${request.method} ${url.pathname}`,
      query: Object.fromEntries(url.searchParams),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
      headers: request.headers,
    };
    sent.push(one);
    const reply = all[one.call];
    if (!reply) throw new TypeError(`nobody answers ${one.call}`);
    const { status = 200, body, headers } = typeof reply === 'function' ? await reply(one) : reply;
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  });
  return { sentTo: (call: string) => sent.filter((one) => one.call === call) };
}

export const profile: Profile = {
  idUser: 1,
  username: 'nuria',
  firstName: 'Núria',
  middleName: '',
  lastName: 'Peña',
  secondLastName: '',
  email: 'nuria@ejemplo.es',
  dni: '12345678Z',
  isActive: true,
  isStaff: false,
  dateJoined: '2026-01-15T09:00:00Z',
  lastLogin: null,
  roles: [{ idRole: 2, name: 'Encargado' }],
  permissions: [],
};

/** Signs a user in who may do this and nothing else. */
export function signInWith(permissions: string[], sessionToken = 'secreto') {
  const session = { sessionToken, expiresAt: '2099-01-01T00:00:00Z' };
  signIn({ user: { ...profile, permissions }, session });
}

/** Puts each text into the field of its label at once, as pasting does. */
export async function fillIn(values: Record<string, string>) {
  for (const [label, text] of Object.entries(values)) {
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    await userEvent.paste(text);
  }
}

type Shown = {
  component: () => ReactNode;
  /** The screen's path inside the shell, and the address to open it at. */
  path: string;
  address?: string;
  validateSearch?: (raw: Record<string, unknown>) => object;
};

/** Shows a screen of the shell at its address, without the shell. */
export function renderShellScreen({ component, path, address = path, validateSearch }: Shown) {
  const root = createRootRoute({ component: Outlet });
  const shell = createRoute({ getParentRoute: () => root, id: '_app' });
  const screenRoute = createRoute({
    getParentRoute: () => shell,
    path,
    component,
    ...(validateSearch && { validateSearch }),
  });
  return renderRoutes(root.addChildren([shell.addChildren([screenRoute])]), address);
}

/** Shows a screen outside the shell at its address; anywhere else there is only the name of the place. */
export function renderScreen(shown: ReactElement, address = '/screen') {
  const [path = ''] = address.split('#');
  const notFoundComponent = () => <Place path={path}>{shown}</Place>;
  return renderRoutes(createRootRoute({ component: Outlet, notFoundComponent }), address);
}

function Place({ path, children }: { path: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return pathname === path ? children : <p>en {pathname}</p>;
}

function renderRoutes(routeTree: AnyRoute, address: string) {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [address] }),
    defaultNotFoundComponent: () => null,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { router, client };
}
