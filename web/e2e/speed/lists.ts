import type { Page } from '@playwright/test';

/** What a user changes in a list; each turn is another one, as far as there are others. */
export type Change = { name: string; act: (page: Page, turn: number) => Promise<void> };

type Search = { label: string; words: string[] };

export type List = { name: string; path: string; table: string; search: Search; changes: Change[] };

/** The first words of the products of the demo shop, and of its customers. */
const productWords = ['taladro', 'tornillo', 'cable', 'llave', 'martillo', 'bombilla', 'grifo', 'taco'];
const customerWords = ['garcia', 'lopez', 'moreno', 'sanchez', 'perez', 'ruiz', 'diaz', 'torres'];

export function searchField(page: Page, label: string) {
  return page.getByRole('searchbox', { name: label });
}

/** Typed letter by letter, as fast as good fingers do. */
const betweenKeysMs = 40;

export function searching({ label, words }: Search): Change {
  return {
    name: 'search',
    act: async (page, turn) => {
      const word = words[turn % words.length] ?? '';
      await searchField(page, label).pressSequentially(word, { delay: betweenKeysMs });
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

export const lists: List[] = [
  {
    name: 'Productos',
    path: '/productos',
    table: 'Listado de productos',
    search: { label: 'Buscar por nombre o SKU', words: productWords },
    changes: [sorting('SKU', 'Nombre', 'Categoría', 'Stock'), turning, pressing(/^Bajo stock/, /^Sin stock/)],
  },
  {
    name: 'Inventario',
    path: '/inventario',
    table: 'Existencias',
    search: { label: 'Buscar existencias', words: productWords },
    changes: [
      sorting('SKU', 'Stock'),
      turning,
      choosing('Categoría', 'Herramienta manual', 'Fijación', 'Electricidad'),
    ],
  },
  {
    name: 'Movimientos',
    path: '/inventario?tab=movimientos',
    table: 'Movimientos de stock',
    search: { label: 'Buscar movimientos', words: productWords },
    changes: [turning, choosing('Tipo', 'Entrada', 'Salida')],
  },
  {
    name: 'Entrada de Stock',
    path: '/entrada-stock',
    table: 'Entradas de stock',
    search: { label: 'Buscar entradas', words: productWords },
    changes: [turning, choosing('Tipo', 'Compra', 'Devolución', 'Ajuste')],
  },
  {
    name: 'Pedidos Enviados',
    path: '/pedidos',
    table: 'Pedidos',
    search: { label: 'Buscar pedidos', words: customerWords },
    changes: [sorting('Pedido', 'Cliente', 'Total'), turning, choosing('Estado', 'Entregado', 'Enviado', 'Cancelado')],
  },
  {
    name: 'Previsión de Stock',
    path: '/prevision-stock',
    table: 'Previsión por producto',
    search: { label: 'Buscar', words: productWords },
    changes: [sorting('Producto', 'Stock Actual', 'Vendido 30d', 'Por Hacer'), turning, pressing(/^Stock Bajo/)],
  },
  {
    name: 'Alertas de Stock',
    path: '/alertas-stock',
    table: 'Alertas',
    search: { label: 'Buscar alertas', words: productWords },
    changes: [sorting('Desde', 'Nivel'), turning, choosing('Nivel', 'Crítica', 'Baja')],
  },
];
