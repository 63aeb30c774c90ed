import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { formatDateTime, formatMoney, formatUnits } from '@/lib/format';
import type { Product } from '../api';
import { type Entry, productEntriesQuery } from './api';
import { PagedCard } from './paged-card';
import { detailsStrings as s } from './strings';

const pageSize = 5;

/** What arrived of a product, with its document and its cost. */
export function EntriesCard({ product }: { product: Product }) {
  const [page, setPage] = useState(1);
  const query = useQuery(productEntriesQuery({ product: product.idProduct, page, limit: pageSize }));
  return (
    <PagedCard
      id="product-entries"
      title={s.entries}
      loadingLabel={s.entriesLoading}
      failedTitle={s.entriesFailed}
      emptyText={s.entriesEmpty}
      query={query}
      page={page}
      pageSize={pageSize}
      onPageChange={setPage}
      renderRow={(entry) => <EntryItem entry={entry} />}
    />
  );
}

function EntryItem({ entry }: { entry: Entry }) {
  const located = useActiveLocations().length > 1;
  const about = [s.entryTypes[entry.entryType], entry.reason, located ? entry.location : ''];
  return (
    <div className="flex items-baseline justify-between gap-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <Link
            to="/entrada-stock"
            search={{ entrada: entry.id }}
            className="num rounded-sm font-semibold text-ok-fg hover:underline"
          >
            +{formatUnits(entry.quantity)}
          </Link>
          <span className="text-ink-2 wrap-anywhere">{about.filter((text) => text !== '').join(' · ')}</span>
        </p>
        <p className="num text-xs text-ink-3">
          {formatDateTime(entry.createdAt)} · {entry.createdByName || s.system}
        </p>
      </div>
      {entry.totalCost == null || entry.unitCost == null ? null : (
        <p className="num shrink-0 text-right leading-tight">
          {formatMoney(entry.totalCost, entry.currency)}
          <span className="block text-xs text-ink-3">{s.perUnit(formatMoney(entry.unitCost, entry.currency))}</span>
        </p>
      )}
    </div>
  );
}
