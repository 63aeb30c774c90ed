import { formatInteger } from '@/lib/format';
import { OnlineShop } from '../support/online-shop';
import { newcomer } from '../support/shop';
import type { Product, Stockroom } from '../support/stockroom';

/** One place of a screen, what another user does, and what is to be read there afterwards. */
export type Sight = {
  name: string;
  path: string;
  /** Where it is read; the content of the screen, unless it says otherwise. */
  where?: string;
  change: (turn: number) => Promise<unknown>;
  shown: (turn: number) => string;
};

/** Changes of each sight. */
export const turnsEach = 20;
/** A number that nothing else on a screen is. */
const base = 70_000;
const bell = 'header button[aria-label^="Notificaciones"]';

const witness = (turn: number) => `Testigo ${String(turn).padStart(3, '0')}`;

/** Every list, the cards and the panels of the dashboard, and the bell. */
export async function everySight(stockroom: Stockroom): Promise<Sight[]> {
  const known = await stockroom.product({ sku: 'VIVO', name: 'Vivo', currentStock: base, minStock: 1 });
  return [
    ...stockSights(stockroom, known),
    ...alertSights(stockroom),
    ...(await orderSights(stockroom, known)),
    ...managedSights(stockroom),
  ];
}

function stockSights(stockroom: Stockroom, known: Product): Sight[] {
  const places: [name: string, path: string][] = [
    ['Productos', '/productos'],
    ['un producto', `/productos/${known.idProduct}`],
    ['Inventario', '/inventario'],
    ['Movimientos', '/inventario?tab=movimientos'],
    ['Previsión de Stock', '/prevision-stock'],
    ['tarjeta Stock Total', '/dashboard'],
  ];
  const sights = places.map<Sight>(([name, path], place) => ({
    name,
    path,
    change: () => stockroom.adjust(known, { type: 'in', quantity: 1 }),
    // Each turn of each place has added one.
    shown: (turn) => formatInteger(base + place * turnsEach + turn),
  }));
  const arrived = base + places.length * turnsEach;
  sights.push({
    name: 'Entrada de Stock',
    path: '/entrada-stock',
    change: () => stockroom.entry(known),
    shown: (turn) => formatInteger(arrived + turn),
  });
  return sights;
}

function alertSights(stockroom: Stockroom): Sight[] {
  const shortage = (name: string, turn: number) =>
    stockroom.product({ name: `${name} ${witness(turn)}`, currentStock: 1, minStock: 5 });
  return [
    {
      name: 'campana',
      path: '/soporte',
      where: bell,
      change: (turn) => shortage('Campana', turn),
      shown: (turn) => `Notificaciones, ${turn} sin leer`,
    },
    {
      name: 'Alertas de Stock',
      path: '/alertas-stock',
      change: (turn) => shortage('Alerta', turn),
      shown: (turn) => `Alerta ${witness(turn)}`,
    },
    {
      name: 'panel Alertas Activas',
      path: '/dashboard',
      change: (turn) => shortage('Activa', turn),
      shown: (turn) => `Activa ${witness(turn)}`,
    },
  ];
}

async function orderSights(stockroom: Stockroom, known: Product): Promise<Sight[]> {
  const buyer = (place: string, turn: number) => `${place} ${witness(turn)}`;
  const placed = (place: string, turn: number) => stockroom.order([[known, 1]], { customerName: buyer(place, turn) });
  const online = await OnlineShop.connect(stockroom.shop);
  return [
    {
      name: 'Pedidos',
      path: '/pedidos',
      change: (turn) => placed('Compra', turn),
      shown: (turn) => buyer('Compra', turn),
    },
    {
      name: 'panel Pedidos Recientes',
      path: '/dashboard',
      change: (turn) => placed('Reciente', turn),
      shown: (turn) => buyer('Reciente', turn),
    },
    {
      name: 'Entregas',
      path: '/pedidos/entregas',
      change: (turn) => online.send({ number: 9000 + turn, lines: [{ sku: 'VIVO', quantity: 1 }] }),
      shown: (turn) => `#${9000 + turn}`,
    },
  ];
}

function managedSights({ shop }: Stockroom): Sight[] {
  const post = (path: string, body: unknown) => shop.as(shop.admin, { method: 'POST', path, body });
  const ticket = { category: 'problem', priority: 'normal', message: 'Se mira en otra ventana' };
  return [
    {
      name: 'Recuentos',
      path: '/inventario?tab=recuentos',
      change: async (turn) => {
        // Everything is counted once at a time.
        if (turn > 1) await post(`/api/stocktakes/${turn - 1}/cancel/`, {});
        await post('/api/stocktakes/', {});
      },
      shown: (turn) => `Recuento #${turn}`,
    },
    {
      name: 'Tickets',
      path: '/soporte/tickets',
      change: (turn) => post('/api/tickets/', { ...ticket, subject: witness(turn) }),
      shown: witness,
    },
    {
      name: 'Usuarios',
      path: '/configuracion?seccion=usuarios&orden=-username',
      change: (turn) => shop.register(newcomer({ username: `testigo${turn}`, firstName: witness(turn) })),
      shown: witness,
    },
    {
      name: 'Almacenes',
      path: '/configuracion?seccion=almacenes',
      change: (turn) => post('/api/locations/', { name: witness(turn) }),
      shown: witness,
    },
    {
      name: 'Registro de cambios',
      path: '/configuracion?seccion=registro',
      change: (turn) => post('/api/locations/', { name: `Registro ${turn}` }),
      shown: (turn) => `Registro ${turn}`,
    },
    {
      name: 'Categorías',
      path: '/configuracion?seccion=etiquetas',
      change: (turn) => post('/api/products/', { sku: `C${turn}`, name: 'Suelto', category: witness(turn) }),
      shown: witness,
    },
    {
      name: 'Tiendas conectadas',
      path: '/configuracion?seccion=integraciones',
      change: (turn) => post('/api/channels/', { name: witness(turn), source: 'shopify' }),
      shown: witness,
    },
  ];
}
