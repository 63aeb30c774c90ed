import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { type Alert, AlertBadges } from '@/features/shared/alert-level';
import { formatDateTime, plural } from '@/lib/format';
import type { Product } from '../api';
import { productAlertsQuery } from './api';
import { PagedCard } from './paged-card';
import { detailsStrings as s } from './strings';

const pageSize = 5;

/** What a product has asked attention for, the newest first. */
export function AlertsCard({ product }: { product: Product }) {
  const [page, setPage] = useState(1);
  const query = useQuery(productAlertsQuery({ product: product.idProduct, page, limit: pageSize }));
  return (
    <PagedCard
      id="product-alerts"
      title={s.alerts}
      loadingLabel={s.alertsLoading}
      failedTitle={s.alertsFailed}
      emptyText={s.alertsEmpty}
      query={query}
      page={page}
      pageSize={pageSize}
      onPageChange={setPage}
      renderRow={(alert) => <AlertRow alert={alert} />}
    />
  );
}

function AlertRow({ alert }: { alert: Alert }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <div className="min-w-0">
        <p>
          <Link
            to="/alertas-stock/$id"
            params={{ id: String(alert.id) }}
            className="num rounded-sm font-medium text-accent hover:underline"
          >
            {formatDateTime(alert.createdAt)}
          </Link>
        </p>
        <p className="num text-xs text-ink-3">
          {alert.resolvedAt === null ? alert.message : s.alertResolved(alert.resolvedAt, alert.resolvedBy ?? '')}
          {alert.notes.length > 0 ? ` · ${plural(alert.notes.length, 'nota', 'notas')}` : null}
        </p>
      </div>
      <AlertBadges alert={alert} />
    </div>
  );
}
