import { expect, type Page } from '@playwright/test';
import type { Answer, Body } from '@/lib/api-types';
import type { Product, Stockroom } from './stockroom';

type NewSupplier = Body<'/api/suppliers/', 'post'>;
type Supplier = Answer<'/api/suppliers/', 'post', 201>;
type NewSold = Omit<Body<'/api/suppliers/{id}/products/', 'post'>, 'productId'>;
type Sellers = Answer<'/api/products/{id}/suppliers/', 'get'>;
type Proposals = Answer<'/api/purchases/from-forecast/', 'post'>;
type ForecastList = Answer<'/api/forecast/', 'get'>;

/** What is arranged about buying without the browser. */
export class Buying {
  readonly #room: Stockroom;

  constructor(stockroom: Stockroom) {
    this.#room = stockroom;
  }

  supplier(name: string, known: Partial<NewSupplier> = {}): Promise<Supplier> {
    return this.#ask('POST', '/api/suppliers/', { name, ...known });
  }

  /** A supplier sells a product, and is the one it is bought from unless said otherwise. */
  async sells({ id }: Supplier, { idProduct }: Product, known: Partial<NewSold> = {}): Promise<void> {
    await this.#ask('POST', `/api/suppliers/${id}/products/`, { productId: idProduct, preferred: true, ...known });
  }

  /** A product that has run out, of which the forecast wants some. */
  wanted(name: string, sku: string): Promise<Product> {
    return this.#room.product({ name, sku, currentStock: 0, minStock: 10, maxStock: 24 });
  }

  /** Until the forecast asks for that many products. */
  async forecastWants(count: number): Promise<void> {
    await this.#ask('POST', '/api/forecast/refresh/');
    await expect
      .poll(async () => {
        const { results } = await this.#ask<ForecastList>('GET', '/api/forecast/?limit=100');
        return results.filter(({ toDo }) => toDo > 0).length;
      })
      .toBe(count);
  }

  /** What would be ordered of some products. */
  proposals(productIds: number[]): Promise<Proposals> {
    return this.#ask('POST', '/api/purchases/from-forecast/', { productIds, preview: true });
  }

  /** From whom a product is bought. */
  async preferredOf({ idProduct }: Product): Promise<string | undefined> {
    const { results } = await this.#ask<Sellers>('GET', `/api/products/${idProduct}/suppliers/`);
    return results.find(({ preferred }) => preferred)?.supplier;
  }

  #ask<Body>(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Body> {
    const { shop } = this.#room;
    return shop.as<Body>(shop.admin, { method, path, ...(body !== undefined && { body }) });
  }
}

/** Counts how often a person presses the mouse from here on, wherever that leads. */
export async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('clickCounted', () => {
    clicks += 1;
  });
  await page.evaluate(() => {
    const { clickCounted } = window as unknown as { clickCounted: () => void };
    document.addEventListener('pointerdown', () => clickCounted(), { capture: true });
  });
  return () => clicks;
}
