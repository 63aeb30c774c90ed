import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { AuditChangeList } from '@/features/shared/audit-change-list';
import { type AuditRow, auditAction } from '@/features/shared/audit-changes';
import { auditStrings } from '@/features/shared/audit-strings';
import { formatDateTime } from '@/lib/format';
import type { Product } from '../api';
import { productAuditQuery } from './api';
import { PagedCard } from './paged-card';
import { detailsStrings as s } from './strings';

const pageSize = 10;

/** Who changed what and when; for administrators. */
export function AuditCard({ product }: { product: Product }) {
  const [page, setPage] = useState(1);
  const query = useQuery(productAuditQuery({ nounId: product.idProduct, page, limit: pageSize }));
  return (
    <PagedCard
      id="product-audit"
      title={s.audit}
      loadingLabel={s.auditLoading}
      failedTitle={s.auditFailed}
      emptyText={s.auditEmpty}
      query={query}
      page={page}
      pageSize={pageSize}
      onPageChange={setPage}
      renderRow={(row) => <AuditItem row={row} />}
    />
  );
}

function AuditItem({ row }: { row: AuditRow }) {
  return (
    <div className="stack-1">
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
    </div>
  );
}
