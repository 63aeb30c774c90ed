import { CircleDot, Factory, Gauge, Tag, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { ExportButton } from '@/ui/list/export-button';
import { useSelection } from '@/ui/list/selection';
import { SelectionBar } from '@/ui/list/selection-bar';
import { lazy } from '@/ui/overlay/lazy';
import { exportProducts } from '../api';
import { strings } from '../strings';
import type { BulkKind } from './bulk-dialog';
import { bulkStrings as s } from './strings';

const BulkDialog = lazy(() => import('./bulk-dialog'));
const BulkSupplierDialog = lazy(() => import('./bulk-supplier-dialog'));
const BulkDeleteDialog = lazy(() => import('./bulk-delete-dialog'));

/** Appears with the first chosen row and says what can be done with all of them. */
export function BulkBar() {
  const { ids } = useSelection();
  const canDelete = useCan('products.delete');
  const canBuy = useCan('purchases.edit');
  const [dialog, setDialog] = useState<BulkKind | 'delete' | 'supplier' | null>(null);
  if (ids.size === 0) return null;
  const close = () => setDialog(null);
  return (
    <SelectionBar label={s.bar} text={s.selected(ids.size)} clearLabel={s.clear}>
      <Button size="sm" onClick={() => setDialog('status')}>
        <CircleDot aria-hidden />
        {s.status}
      </Button>
      <Button size="sm" onClick={() => setDialog('category')}>
        <Tag aria-hidden />
        {s.category}
      </Button>
      <Button size="sm" onClick={() => setDialog('minStock')}>
        <Gauge aria-hidden />
        {s.minStock}
      </Button>
      {canBuy ? (
        <Button size="sm" onClick={() => setDialog('supplier')}>
          <Factory aria-hidden />
          {s.supplier}
        </Button>
      ) : null}
      <ExportButton
        size="sm"
        failed={strings.exportFailed}
        onExport={(format) => exportProducts({ ids: [...ids] }, format)}
      />
      {canDelete ? (
        <Button size="sm" className="text-out-fg" onClick={() => setDialog('delete')}>
          <Trash2 aria-hidden />
          {s.delete}
        </Button>
      ) : null}
      <Suspense>
        {dialog === 'delete' ? <BulkDeleteDialog onClose={close} /> : null}
        {dialog === 'supplier' ? <BulkSupplierDialog onClose={close} /> : null}
        {dialog !== null && dialog !== 'delete' && dialog !== 'supplier' ? (
          <BulkDialog kind={dialog} onClose={close} />
        ) : null}
      </Suspense>
    </SelectionBar>
  );
}
