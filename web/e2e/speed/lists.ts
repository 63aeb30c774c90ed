import type { Page } from '@playwright/test';

/** What somebody changes in a list; each turn is another one, as far as there are others. */
export type Change = { name: string; act: (page: Page, turn: number) => Promise<void> };

export type List = { name: string; path: string; table: string; changes: Change[] };

/** The first words of the products of the demo shop, and of its customers. */
const productWords = ['taladro', 'tornillo', 'cable', 'llave', 'martillo', 'bombilla', 'grifo', 'taco'];
const customerWords = ['garcia', 'lopez', 'moreno', 'sanchez', 'perez', 'ruiz', 'diaz', 'torres'];

/** Typed letter by letter, as fast as good fingers do. */
const betweenKeysMs = 40;

function searching(label: string, words: string[]): Change {
  return {
    name: 'search',
    act: async (page, turn) => {
      const word = words[turn % words.length] ?? '';
      await page.getByRole('searchbox', { name: label }).pressSequentially(word, { delay: betweenKeysMs });
    },
  };
}

function sorting(...columns: string[]): Change {
  return {
    name: 'sort',
    act: (page, turn) =>
      page
        .getByRole('columnheader')
        .getByRole('button', { name: columns[turn % columns.length] ?? '', exact: true })
        .click(),
  };
}

const turning: Change = {
  name: 'page',
  act: (page) => page.getByRole('link', { name: 'Página siguiente' }).click(),
};

function choosing(label: string, ...options: string[]): Change {
  return {
    name: 'filter',
    act: async (page, turn) => {
      const choice = options[turn % options.length] ?? '';
      await page.getByRole('main').getByLabel(label, { exact: true }).selectOption(choice);
    },
  };
}

function pressing(...chips: RegExp[]): Change {
  return {
    name: 'filter',
    act: (page, turn) => page.getByRole('button', { name: chips[turn % chips.length] ?? /^/ }).click(),
  };
}

/** Ten rows a page, so that the small shop has a second one everywhere. */
export const lists: List[] = [
  {
    name: 'Productos',
    path: '/productos?porPagina=10',
    table: 'Listado de productos',
    changes: [
      searching('Buscar por nombre o SKU', productWords),
      sorting('SKU', 'Nombre', 'Categoría', 'Stock'),
      turning,
      pressing(/^Bajo stock/, /^Sin stock/),
    ],
  },
  {
    name: 'Inventario',
    path: '/inventario?porPagina=10',
    table: 'Existencias',
    changes: [
      searching('Buscar existencias', productWords),
      sorting('SKU', 'Stock'),
      turning,
      choosing('Categoría', 'Herramienta manual', 'Fijación', 'Electricidad'),
    ],
  },
  {
    name: 'Movimientos',
    path: '/inventario?tab=movimientos&porPagina=10',
    table: 'Movimientos de stock',
    changes: [searching('Buscar movimientos', productWords), turning, choosing('Tipo', 'Entrada', 'Salida')],
  },
  {
    name: 'Entrada de Stock',
    path: '/entrada-stock?porPagina=10',
    table: 'Entradas de stock',
    changes: [
      searching('Buscar entradas', productWords),
      turning,
      choosing('Tipo', 'Compra', 'Devolución', 'Ajuste'),
    ],
  },
  {
    name: 'Pedidos Enviados',
    path: '/pedidos?porPagina=10',
    table: 'Pedidos',
    changes: [
      searching('Buscar pedidos', customerWords),
      sorting('Pedido', 'Cliente', 'Total'),
      turning,
      choosing('Estado', 'Entregado', 'Enviado', 'Cancelado'),
    ],
  },
  {
    name: 'Previsión de Stock',
    path: '/prevision-stock?porPagina=10',
    table: 'Previsión por producto',
    changes: [
      searching('Buscar', productWords),
      sorting('Producto', 'Stock Actual', 'Vendido 30d', 'Por Hacer'),
      turning,
      pressing(/^Stock Bajo/),
    ],
  },
  {
    name: 'Alertas de Stock',
    path: '/alertas-stock?porPagina=10',
    table: 'Alertas',
    changes: [
      searching('Buscar alertas', productWords),
      sorting('Desde', 'Nivel'),
      turning,
      choosing('Nivel', 'Crítica', 'Baja'),
    ],
  },
];
