import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { type AuditRow, auditAction } from '@/lib/audit-changes';
import { auditStrings } from '@/lib/audit-strings';
import { formatDateTime } from '@/lib/format';
import { AuditChangeList } from '@/ui/audit-change-list';
import { Button } from '@/ui/button';
import { Card, CardHeader } from '@/ui/card';
import { Skeleton } from '@/ui/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/states';
import { type Product, productAuditQuery } from './api';
import { detailsStrings as s } from './details-strings';

const pageSize = 10;

/** Who changed what and when; for administrators. */
export function AuditCard({ product }: { product: Product }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(productAuditQuery(product.idProduct, page));
  return (
    <Card aria-labelledby="product-audit">
      <CardHeader id="product-audit" title={s.audit} />
      {error && !data ? (
        <ErrorState title={s.auditFailed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <ol className="divide-y divide-line border-t border-line">
          {data.results.map((row) => (
            <AuditItem key={row.id} row={row} />
          ))}
        </ol>
      ) : (
        <LoadingRegion label={s.audit} className="space-y-3 p-4">
          <Skeleton className="w-3/5" />
          <Skeleton className="w-2/5" />
        </LoadingRegion>
      )}
      {data && data.count > pageSize ? (
        <div className="flex justify-end gap-2 border-t border-line px-4 py-2.5">
          <Button size="sm" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {s.newerChanges}
          </Button>
          <Button size="sm" disabled={page * pageSize >= data.count} onClick={() => setPage(page + 1)}>
            {s.olderChanges}
          </Button>
        </div>
      ) : null}
    </Card>
  );
}

function AuditItem({ row }: { row: AuditRow }) {
  return (
    <li className="space-y-1 px-4 py-2.5">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <span className="font-medium">{auditAction(row.action)}</span>{' '}
          <span className="text-ink-2">· {row.actorId === 0 ? auditStrings.system : row.actorName}</span>
        </span>
        <time dateTime={row.at} className="num text-sm text-ink-3">
          {formatDateTime(row.at)}
        </time>
      </p>
      <AuditChangeList row={row} />
    </li>
  );
}
