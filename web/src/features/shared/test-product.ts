import type { Product } from './api';

/** A product for tests; each says only what matters to it. */
export function testProduct(change: Partial<Product> = {}): Product {
  return {
    idProduct: 7,
    sku: 'PIN-00815',
    name: 'Pintura plástica mate blanca 15 L',
    description: '',
    barcode: '',
    imageUrl: '',
    imageProblem: '',
    currentStock: 6,
    reserved: 0,
    // Nothing is reserved where a test does not say so.
    available: change.currentStock ?? 6,
    shortage: 0,
    incoming: 0,
    incomingOn: null,
    minStock: 12,
    maxStock: 48,
    alertDays: 30,
    alertBlocked: false,
    leadDays: null,
    packSize: null,
    serviceLevel: null,
    status: 1,
    statusName: 'Activo',
    category: 'Pintura',
    categoryId: 3,
    brand: 'Titan',
    brandId: 4,
    tags: [],
    price: 42.5,
    cost: null,
    soldLast30Days: 0,
    lastMovement: null,
    createdAt: '2026-11-01T09:00:00Z',
    updatedAt: '2026-11-01T09:00:00Z',
    version: 3,
    ...change,
  };
}
