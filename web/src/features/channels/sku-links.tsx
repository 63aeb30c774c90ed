import { getRouteApi } from '@tanstack/react-router';
import { ProductCell } from '@/features/shared/product-link';
import { errorText } from '@/lib/api-error';
import { formatDate } from '@/lib/format';
import { useListAddress } from '@/lib/list-address';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { CardHeader } from '@/ui/layout/card';
import type { TableColumn } from '@/ui/list/data-table';
import { ListView } from '@/ui/list/list-view';
import { type Channel, type SkuLink, skuLinksQuery, useUnlinkSku } from './api';
import { channelStrings as s } from './channel-strings';

const route = getRouteApi('/_app/configuracion');

const columns: TableColumn<SkuLink>[] = [
  {
    id: 'sku',
    header: s.linkColumns.sku,
    cell: (row) => <span className="code block truncate">{row.sku}</span>,
    width: 'w-48',
  },
  { id: 'product', header: s.linkColumns.product, cell: (row) => <Product link={row} /> },
  {
    id: 'date',
    header: s.linkColumns.date,
    cell: (row) => <span className="num text-ink-2">{formatDate(row.createdAt)}</span>,
    width: 'w-32',
  },
  {
    id: 'actions',
    header: s.columns.actions,
    cell: (row) => <UnlinkButton link={row} />,
    width: 'w-32',
    align: 'right',
    hiddenHeader: true,
  },
];

function Product({ link: { productId, productName, productSku } }: { link: SkuLink }) {
  return <ProductCell id={productId} name={productName} sku={productSku} />;
}

/** The shop's words for our products. */
export function SkuLinks({ channel: { id } }: { channel: Channel }) {
  const address = useListAddress(route.useSearch());
  const { page, limit } = address;
  const query = useKeptQuery(skuLinksQuery(id, { page, limit }));
  return (
    <ListView
      address={address}
      query={query}
      words={{ list: s.links, loading: s.linksLoading, loadFailed: s.linksFailed }}
      filtered={false}
      header={<CardHeader title={s.links} description={s.linksHint} />}
      empty={<p className="px-4 pb-4 text-ink-2">{s.linksEmpty}</p>}
      table={{
        columns,
        rowId: (link) => String(link.id),
        renderCard: (link) => (
          <div className="flex items-center justify-between gap-3">
            <div className="min-w-0">
              <p className="code">{link.sku}</p>
              <Product link={link} />
            </div>
            <UnlinkButton link={link} />
          </div>
        ),
      }}
    />
  );
}

function UnlinkButton({ link }: { link: SkuLink }) {
  const canHandle = useCan('deliveries.handle');
  const unlink = useUnlinkSku(link.channelId);
  if (!canHandle) return null;
  return (
    <Button
      size="sm"
      variant="ghost"
      busy={unlink.isPending}
      aria-label={s.unlinkOf(link.sku)}
      onClick={() =>
        unlink.mutate(link.id, {
          onSuccess: () => showToast({ title: s.unlinked(link.sku) }),
          onError: (error) => showToast({ type: 'error', title: s.unlinkFailed, description: errorText(error) }),
        })
      }
    >
      {s.unlink}
    </Button>
  );
}
