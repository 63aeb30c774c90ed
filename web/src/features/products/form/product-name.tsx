import type { Product } from '../api';

/** Which product a dialog is about. */
export function ProductName({ product: { name, sku } }: { product: Pick<Product, 'name' | 'sku'> }) {
  return (
    <>
      <span className="text-ink">{name}</span> · <span className="code inline-block">{sku}</span>
    </>
  );
}
