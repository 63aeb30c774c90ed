import type { Page } from '@playwright/test';
import type { Answer, Body } from '@/lib/api-types';
import type { Account, Shop } from './shop';
import type { Visit, VisitOptions } from './test';

export type Product = Answer<'/api/products/{id}/', 'get'>;
type NewProduct = Body<'/api/products/', 'post'>;
type Adjustment = Body<'/api/products/{id}/adjust_stock/', 'post'>;
type Adjusted = Answer<'/api/products/{id}/adjust_stock/', 'post'>;
type NewEntry = Body<'/api/entries/', 'post'>;
export type Entry = Answer<'/api/entries/{id}/', 'get'>;
type NewOrder = Body<'/api/pedidos/', 'post'>;
type OrderLine = NewOrder['items'][number];
export type Order = Answer<'/api/pedidos/{id}/', 'get'>;
type Location = Answer<'/api/locations/', 'post', 201>;

/** The shelves of a shop that no other test has touched, and what is arranged there without the browser. */
export class Stockroom {
  readonly shop: Shop;
  readonly #visit: Visit;
  #products = 0;

  constructor(shop: Shop, visit: Visit) {
    this.shop = shop;
    this.#visit = visit;
  }

  /** Opens a screen as the administrator, or with another account. */
  visit(path: string, { as = this.shop.admin, ...options }: VisitOptions & { as?: Account } = {}): Promise<Page> {
    return this.#visit(as, path, { shop: this.shop, ...options });
  }

  /** A product with whatever the test cares about. */
  product(known: NewProduct = {}): Promise<Product> {
    this.#products += 1;
    const number = String(this.#products).padStart(3, '0');
    return this.#post('/api/products/', { sku: `SKU-${number}`, name: `Producto ${number}`, ...known });
  }

  async products(count: number, known: NewProduct = {}): Promise<Product[]> {
    const made: Product[] = [];
    // One after the other, so that their order is known.
    for (let index = 0; index < count; index += 1) made.push(await this.product(known));
    return made;
  }

  read({ idProduct }: Product): Promise<Product> {
    return this.shop.as(this.shop.admin, { method: 'GET', path: `/api/products/${idProduct}/` });
  }

  change({ idProduct }: Product, body: NewProduct): Promise<Product> {
    return this.shop.as(this.shop.admin, { method: 'PATCH', path: `/api/products/${idProduct}/`, body });
  }

  adjust({ idProduct }: Product, body: Adjustment, by: Account = this.shop.admin): Promise<Adjusted> {
    return this.#post(`/api/products/${idProduct}/adjust_stock/`, { reason: 'adjustment', ...body }, by);
  }

  sell(product: Product, quantity: number): Promise<Adjusted> {
    return this.adjust(product, { type: 'out', quantity, reason: 'sale' });
  }

  entry({ idProduct }: Product, body: Partial<NewEntry> = {}, by: Account = this.shop.admin): Promise<Entry> {
    const entry = { productId: idProduct, quantity: 1, entryType: 'purchase', ...body };
    return this.#post('/api/entries/', entry, by);
  }

  /** An open order, which claims what it asks for, at 10 each. */
  order(items: [Product, number][], known: Partial<NewOrder> = {}): Promise<Order> {
    const lines = items.map<OrderLine>(([{ idProduct }, quantity]) => ({
      productId: idProduct,
      quantity,
      unitPrice: 10,
    }));
    return this.#post('/api/pedidos/', { customerName: 'Ana Gil', items: lines, ...known });
  }

  /** Takes an order through statuses, one after the other. */
  async moveOrder({ id }: Order, ...statuses: Order['status'][]): Promise<void> {
    for (const status of statuses) {
      const path = `/api/pedidos/${id}/`;
      await this.shop.as(this.shop.admin, { method: 'PATCH', path, body: { status } });
    }
  }

  location(name: string): Promise<Location> {
    return this.#post('/api/locations/', { name });
  }

  #post<Made>(path: string, body: unknown, by: Account = this.shop.admin): Promise<Made> {
    return this.shop.as<Made>(by, { method: 'POST', path, body });
  }
}
