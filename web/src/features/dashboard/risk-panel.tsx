import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import type { Product } from '@/features/shared/api';
import { stockLevel } from '@/features/shared/level';
import { ProductLink } from '@/features/shared/product-link';
import { LevelBadge, StockBar } from '@/features/shared/stock-level';
import { formatInteger } from '@/lib/format';
import { riskRows } from './api';
import { type Loading, Panel, PanelEmpty, panelLinkClass } from './panel';
import { strings } from './strings';

export function RiskPanel({ risk }: { risk: Loading<Product[]> }) {
  return (
    <Panel
      title={strings.risk}
      action={
        <Link to="/productos" search={{ orden: 'currentStock' }} className={panelLinkClass}>
          {strings.seeProducts}
        </Link>
      }
      loading={risk}
      loadingLabel={strings.loadingRisk}
      skeletonRows={riskRows}
    >
      {(products) =>
        products.length === 0 ? (
          <PanelEmpty
            icon={<CircleCheck aria-hidden className="text-ok-solid" />}
            title={strings.noRisk}
            text={strings.noRiskText}
          />
        ) : (
          <ul className="flex flex-1 flex-col ruled">
            {products.map((product) => (
              <RiskRow key={product.idProduct} product={product} />
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

function RiskRow({ product }: { product: Product }) {
  const { idProduct, name, sku, currentStock, minStock } = product;
  return (
    <li className="flex min-h-15 flex-1 items-center gap-4 py-2">
      <span className="min-w-0 flex-1">
        <ProductLink id={idProduct} name={name} />
        <span className="code block truncate text-ink-3">{sku}</span>
      </span>
      <StockBar product={product} className="w-18 shrink-0 max-md:hidden" />
      <span className="flex shrink-0 items-center gap-x-4 gap-y-1 max-sm:flex-col-reverse max-sm:items-end">
        <span className="num min-w-20 text-right whitespace-nowrap">
          <b className="font-semibold">{formatInteger(currentStock)}</b>
          <span className="text-ink-2"> / {minStock === null ? '—' : formatInteger(minStock)}</span>
        </span>
        <span className="flex min-w-32 justify-end">
          <LevelBadge level={stockLevel(product)} />
        </span>
      </span>
    </li>
  );
}
