import { ChartNoAxesColumnIncreasing } from 'lucide-react';
import { ProductLink } from '@/features/shared/product-link';
import { formatChange, formatInteger } from '@/lib/format';
import { toneText } from '@/ui/feedback/tone';
import { type BestSeller, sellerRows } from './api';
import { type Loading, Panel, PanelEmpty } from './panel';
import { strings as s } from './strings';

export function SellersPanel({ sellers }: { sellers: Loading<BestSeller[]> }) {
  return (
    <Panel
      title={s.sellers}
      description={s.sellersHint}
      loading={sellers}
      loadingLabel={s.loadingSellers}
      skeletonRows={sellerRows}
    >
      {(rows) =>
        rows.length === 0 ? (
          <PanelEmpty
            icon={<ChartNoAxesColumnIncreasing aria-hidden className="text-ink-3" />}
            title={s.noSellers}
            text={s.noSellersText}
          />
        ) : (
          <ol className="flex flex-1 flex-col ruled">
            {rows.map((seller, index) => (
              <SellerRow key={seller.productId} seller={seller} place={index + 1} best={rows[0]?.sold ?? 1} />
            ))}
          </ol>
        )
      }
    </Panel>
  );
}

type SellerRowProps = { seller: BestSeller; place: number; best: number };

function SellerRow({ seller, place, best }: SellerRowProps) {
  const { productId, productName, sold, growth } = seller;
  return (
    <li className="flex min-h-15 flex-1 items-center gap-4 py-2">
      <span aria-hidden className="num w-3 shrink-0 text-sm text-ink-3">
        {place}
      </span>
      <span className="min-w-0 flex-1">
        <ProductLink id={productId} name={productName} />
        <span aria-hidden className="mt-1.5 block h-1 overflow-hidden rounded-full bg-surface-3">
          <span className="block h-full rounded-full bg-chart-1/70" style={{ width: `${(100 * sold) / best}%` }} />
        </span>
      </span>
      <span className="num w-20 shrink-0 text-right whitespace-nowrap">
        <b className="font-semibold">{formatInteger(sold)}</b>
        <span className="text-ink-2"> {sold === 1 ? s.oneUnit : s.units}</span>
      </span>
      <span className="num w-14 shrink-0 text-right text-sm">
        <Growth growth={growth} />
      </span>
    </li>
  );
}

/** What sold nothing before has no percentage to grow by. */
function Growth({ growth }: { growth: number | null }) {
  if (growth === null) return <span className="text-ink-2">{s.newSeller}</span>;
  const rounded = Math.round(growth);
  const tone = rounded > 0 ? toneText.ok : rounded < 0 ? toneText.out : 'text-ink-2';
  return <span className={tone}>{formatChange(rounded)}</span>;
}
