import { Pencil, SlidersHorizontal } from 'lucide-react';
import { ReorderButton } from '@/features/shared/reorder/reorder-button';
import { useHotkey } from '@/lib/hotkeys';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { PageHeader } from '@/ui/layout/page-header';
import type { Product } from '../api';
import { useOpenDialog } from '../product-actions';
import { ProductMenu } from '../product-menu';
import { StatusBadge } from '../product-status';
import { actionStrings as s } from '../strings';

export function ProductHeader({ product }: { product: Product }) {
  return (
    <PageHeader
      title={product.name}
      subtitle={
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="code">{product.sku}</span>
          <StatusBadge product={product} />
        </span>
      }
      actions={<HeaderActions product={product} />}
    />
  );
}

function HeaderActions({ product }: { product: Product }) {
  const open = useOpenDialog();
  const canAdjust = useCan('stock.adjust');
  const canEdit = useCan('products.edit');
  useHotkey('a', () => canAdjust && open({ kind: 'adjust', product }));
  return (
    <>
      {canEdit ? (
        <Button onClick={() => open({ kind: 'edit', product })}>
          <Pencil aria-hidden />
          {s.edit}
        </Button>
      ) : null}
      <ReorderButton product={{ id: product.idProduct, name: product.name }} look="compact" className="max-sm:px-2.5" />
      {canAdjust ? (
        <Button variant="primary" onClick={() => open({ kind: 'adjust', product })}>
          <SlidersHorizontal aria-hidden />
          {s.adjust}
        </Button>
      ) : null}
      {canEdit ? <ProductMenu product={product} look="dots" withDetails={false} /> : null}
    </>
  );
}
