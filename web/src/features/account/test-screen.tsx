import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
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

type Reply = { status?: number; body?: unknown; headers?: Record<string, string> };
type Replies = Record<string, Reply | ((body: unknown) => Reply | Promise<Reply>)>;

export const business: Business = {
  name: 'Estante',
  subtitle: 'Gestión de stock e inventario',
  businessName: 'Ferretería La Balda',
  version: '1.0.0',
  registration: 'open',
  supportEmail: 'soporte@ejemplo.es',
  location: 'Valencia',
  timeZone: 'Europe/Madrid',
  salesCurrency: 'EUR',
  purchaseCurrency: 'USD',
};

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

// The test environment draws nothing, so there is nothing to scroll to.
Element.prototype.scrollIntoView = () => undefined;

/** Puts each text into the field of its label at once, as pasting does. */
export async function fillIn(values: Record<string, string>) {
  for (const [label, text] of Object.entries(values)) {
    const field = await screen.findByLabelText(label);
    await userEvent.clear(field);
    await userEvent.paste(text);
  }
}

/** Answers the page's calls («POST /api/auth/login/») and remembers what they sent. */
export function serve(replies: Replies) {
  const all: Replies = { 'GET /api/business/': { body: business }, ...replies };
  const sent: { call: string; body: unknown; headers: Headers }[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const call = `${request.method} ${new URL(request.url).pathname}`;
    const text = await request.text();
    const body: unknown = text === '' ? undefined : JSON.parse(text);
    sent.push({ call, body, headers: request.headers });
    const reply = all[call];
    if (!reply) throw new TypeError(`nobody answers ${call}`);
    const {
      status = 200,
      body: answer,
      headers = {},
    } = typeof reply === 'function' ? await reply(body) : reply;
    return new Response(answer === undefined ? null : JSON.stringify(answer), {
      status,
      headers: { 'Content-Type': 'application/json', ...headers },
    });
  });
  return { sentTo: (call: string) => sent.filter((one) => one.call === call) };
}

/** Shows a screen at its address; anywhere else there is only the name of the place. */
export function renderScreen(shown: ReactElement, address = '/screen') {
  const [path = ''] = address.split('#');
  const rootRoute = createRootRoute({
    component: Outlet,
    notFoundComponent: () => <Place path={path}>{shown}</Place>,
  });
  const router = createRouter({
    routeTree: rootRoute,
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { router };
}

function Place({ path, children }: { path: string; children: ReactNode }) {
  const { pathname } = useLocation();
  return pathname === path ? children : <p>en {pathname}</p>;
}
