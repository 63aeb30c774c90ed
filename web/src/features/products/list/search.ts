import { type PagedSearch, parseAmount, parseOneOf, parsePaging, parseText, withoutDefaults } from '@/lib/list-search';

/** How the list is sorted: the server's own names, a leading minus for descending. */
export const orderings = [
  'name',
  '-name',
  'sku',
  '-sku',
  'currentStock',
  '-currentStock',
  'createdAt',
  '-createdAt',
  'category',
  '-category',
  'status',
  '-status',
] as const;
export type ProductOrdering = (typeof orderings)[number];
export const defaultOrdering: ProductOrdering = '-createdAt';

export const statuses = ['active', 'inactive', 'discontinued', 'out_of_stock'] as const;
export type ProductStatus = (typeof statuses)[number];

/** Which stock: none left, at or below the minimum, or any. */
export const stockStates = ['sin', 'bajo', 'con'] as const;
export type StockState = (typeof stockStates)[number];

/** What the address says; whatever is missing or makes no sense is left out and means its default. */
export type ProductsSearch = PagedSearch & {
  buscar?: string | undefined;
  categoria?: string | undefined;
  marca?: string | undefined;
  etiqueta?: string | undefined;
  estado?: ProductStatus | undefined;
  stock?: StockState | undefined;
  precioMin?: number | undefined;
  precioMax?: number | undefined;
  stockMin?: number | undefined;
  stockMax?: number | undefined;
  orden?: ProductOrdering | undefined;
  vista?: 'tarjetas' | undefined;
  /** Opens the form of a new product, with this barcode when it is not empty. */
  nuevo?: string | undefined;
};

export function parseProductsSearch(raw: Record<string, unknown>): ProductsSearch {
  return withoutDefaults<ProductsSearch>({
    buscar: parseText(raw.buscar),
    categoria: parseText(raw.categoria),
    marca: parseText(raw.marca),
    etiqueta: parseText(raw.etiqueta),
    estado: parseOneOf(statuses, raw.estado),
    stock: parseOneOf(stockStates, raw.stock),
    precioMin: parseAmount(raw.precioMin),
    precioMax: parseAmount(raw.precioMax),
    stockMin: whole(raw.stockMin),
    stockMax: whole(raw.stockMax),
    orden: parseOneOf(orderings, raw.orden),
    ...parsePaging(raw),
    vista: raw.vista === 'tarjetas' ? 'tarjetas' : undefined,
    nuevo: typeof raw.nuevo === 'string' ? (parseText(raw.nuevo) ?? '') : undefined,
  });
}

function whole(value: unknown): number | undefined {
  const number = parseAmount(value);
  return number !== undefined && Number.isSafeInteger(number) ? number : undefined;
}
