import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import type { Profile } from '@/lib/api-types';
import { signIn } from '@/lib/session';

type Reply = { status?: number; body?: unknown };
type Sent = { call: string; query: Record<string, string>; body: unknown };
type Replies = Record<string, Reply | ((sent: Sent) => Reply | Promise<Reply>)>;

/** Answers the page's calls («GET /api/entries/») and remembers what they asked for. */
export function answerCalls(replies: Replies) {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url);
    const text = await request.text();
    const one = {
      call: `${request.method} ${url.pathname}`,
      query: Object.fromEntries(url.searchParams),
      body: text === '' ? undefined : (JSON.parse(text) as unknown),
    };
    sent.push(one);
    const reply = replies[one.call];
    if (!reply) throw new TypeError(`nobody answers ${one.call}`);
    const { status = 200, body } = typeof reply === 'function' ? await reply(one) : reply;
    return new Response(body === undefined ? null : JSON.stringify(body), {
      status,
      headers: { 'Content-Type': 'application/json' },
    });
  });
  return { sentTo: (call: string) => sent.filter((one) => one.call === call) };
}

const user: Profile = {
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

/** Signs somebody in who may do this and nothing else. */
export function signInWith(permissions: string[], sessionToken = 'secreto') {
  const session = { sessionToken, expiresAt: '2099-01-01T00:00:00Z' };
  signIn({ user: { ...user, permissions }, session });
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
  const router = createRouter({
    routeTree: root.addChildren([shell.addChildren([screenRoute])]),
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
