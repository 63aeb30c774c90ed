import { isOvertaken } from '@/lib/api-error';
import type { Body } from '@/lib/api-types';
import { answer, api } from '@/lib/client';
import type { Product } from './api';

export type ProductChange = Body<'/api/products/{id}/', 'patch'>;

/** Another user changed the very fields one wanted to change; `current` is what the product is now. */
export class ProductOvertaken extends Error {
  constructor(readonly current: Product) {
    super('the product was changed by somebody else');
    this.name = 'ProductOvertaken';
  }
}

export type ProductUpdate = {
  /** The product as the person saw it. */
  seen: Product;
  change: ProductChange;
  /** Whether two versions agree on everything the change touches. */
  sameAt: (a: Product, b: Product) => boolean;
};

const overtakenRetries = 3;

/**
 * Saves a change on top of the version that was seen. Every movement of stock makes a new version, so an old one
 * alone overtakes nobody: only when the touched fields themselves differ does a person have to choose.
 */
export async function updateProduct({ seen, change, sameAt }: ProductUpdate): Promise<Product> {
  let current = seen;
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await patchProduct(current, change);
    } catch (error) {
      if (!isOvertaken(error) || attempt === overtakenRetries) throw error;
    }
    current = await answer(api.GET('/api/products/{id}/', { params: { path: { id: seen.idProduct } } }));
    if (!sameAt(seen, current)) throw new ProductOvertaken(current);
  }
}

function patchProduct({ idProduct, version }: Product, body: ProductChange): Promise<Product> {
  const params = { path: { id: idProduct }, header: { 'If-Match': `"v${version}"` } };
  return answer(api.PATCH('/api/products/{id}/', { params, body }));
}
