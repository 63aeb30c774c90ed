import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { businessQuery } from '@/lib/business';
import { cn } from '@/lib/cn';
import { formatInteger, formatMoney } from '@/lib/format';
import { Ago } from '@/ui/layout/ago';
import { Card, CardHeader } from '@/ui/layout/card';
import { Fact } from '@/ui/layout/fact';
import type { Product } from '../api';
import { statusOf } from '../product-status';
import { strings } from '../strings';
import { ProductPicture } from './product-picture';
import { detailsStrings as s } from './strings';

/** What people wrote about a product, and what it is worth. */
export function FactsCard({ product }: { product: Product }) {
  return (
    <Card aria-labelledby="product-facts" className="min-w-0">
      <CardHeader id="product-facts" title={s.facts} />
      <div className="px-4 pb-4">
        <ProductPicture product={product} />
        <dl className="ruled border-t border-line">
          <Fact label={s.sku}>
            <span className="code">{product.sku}</span>
          </Fact>
          {product.barcode === '' ? null : (
            <Fact label={s.barcode}>
              <span className="code">{product.barcode}</span>
            </Fact>
          )}
          <Fact label={s.status}>{strings.statuses[statusOf(product)]}</Fact>
          <Fact label={s.category}>
            {product.category === null ? (
              strings.noCategory
            ) : (
              <Link className={linkClass} to="/productos" search={{ categoria: product.category }}>
                {product.category}
              </Link>
            )}
          </Fact>
          <Fact label={s.brand}>
            {product.brand === null ? (
              strings.noBrand
            ) : (
              <Link className={linkClass} to="/productos" search={{ marca: product.brand }}>
                {product.brand}
              </Link>
            )}
          </Fact>
          {product.tags.length === 0 ? null : <Tags tags={product.tags} />}
          <Worth product={product} />
          <Limits product={product} />
          <Moments product={product} />
        </dl>
        {product.description === '' ? null : (
          <div className="border-t border-line pt-3">
            <h3 className="mb-1 text-sm text-ink-2">{s.description}</h3>
            <p className="wrap-anywhere whitespace-pre-line">{product.description}</p>
          </div>
        )}
      </div>
    </Card>
  );
}

const linkClass = 'rounded-sm text-accent hover:underline';

function Tags({ tags }: { tags: string[] }) {
  return (
    <Fact label={s.tags}>
      <span className="flex flex-wrap justify-end gap-1">
        {tags.map((tag) => (
          <Link
            key={tag}
            to="/productos"
            search={{ etiqueta: tag }}
            className={cn(
              'inline-flex min-h-6 items-center rounded-full',
              'bg-mute-bg px-2 text-xs text-mute-fg hover:underline',
            )}
          >
            {tag}
          </Link>
        ))}
      </span>
    </Fact>
  );
}

/** Prices are in the currency of sales, costs in that of purchases; nobody adds the two. */
function Worth({ product }: { product: Product }) {
  const { data: business } = useQuery(businessQuery);
  if (!business) return null;
  const { price, cost, costValue, currentStock } = product;
  const { salesCurrency, purchaseCurrency } = business;
  return (
    <>
      <Fact label={s.price}>{price === null ? s.none : formatMoney(price, salesCurrency)}</Fact>
      {cost === undefined ? null : (
        <Fact label={s.cost}>{cost === null ? s.none : formatMoney(cost, purchaseCurrency)}</Fact>
      )}
      {price === null ? null : <Fact label={s.saleValue}>{formatMoney(price * currentStock, salesCurrency)}</Fact>}
      {costValue == null ? null : <Fact label={s.costValue}>{formatMoney(costValue, purchaseCurrency)}</Fact>}
    </>
  );
}

function Limits({ product }: { product: Product }) {
  const units = (value: number | null) => (value === null ? s.none : formatInteger(value));
  return (
    <>
      <Fact label={s.minStock}>{units(product.minStock)}</Fact>
      <Fact label={s.maxStock}>{units(product.maxStock)}</Fact>
      <Fact label={s.alert}>{product.alertBlocked ? s.alertOff : s.alertOn(product.alertDays)}</Fact>
    </>
  );
}

function Moments({ product }: { product: Product }) {
  return (
    <>
      <Fact label={s.created}>
        <Ago at={product.createdAt} />
      </Fact>
      <Fact label={s.updated}>
        <Ago at={product.updatedAt} />
      </Fact>
      <Fact label={s.lastMovement}>{product.lastMovement === null ? s.never : <Ago at={product.lastMovement} />}</Fact>
    </>
  );
}
