import { CircleDot, Gauge, Tag, Trash2, X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { cn } from '@/lib/cn';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { ExportButton } from '@/ui/list/export-button';
import { lazy } from '@/ui/overlay/lazy';
import { exportProducts } from '../api';
import { strings } from '../strings';
import type { BulkKind } from './bulk-dialog';
import { useSelection } from './selection';
import { bulkStrings as s } from './strings';

const BulkDialog = lazy(() => import('./bulk-dialog'));
const BulkDeleteDialog = lazy(() => import('./bulk-delete-dialog'));

/**
 * Appears with the first chosen row and says what can be done with all of them. On phones, where few products fit
 * on the screen, it stays in sight while one goes on choosing, with its end beside the number.
 */
export function BulkBar() {
  const { ids, clear } = useSelection();
  const canDelete = useCan('products.delete');
  const [dialog, setDialog] = useState<BulkKind | 'delete' | null>(null);
  if (ids.size === 0) return null;
  const close = () => setDialog(null);
  return (
    <section
      aria-label={s.bar}
      className={cn(
        'flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-3 py-2 text-sm',
        'max-sm:sticky max-sm:top-14 max-sm:z-10',
      )}
    >
      <p
        aria-live="polite"
        className="num mr-2 pl-1 font-medium max-sm:order-first max-sm:mr-0 max-sm:basis-[calc(100%-3rem)]"
      >
        {s.selected(ids.size)}
      </p>
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
      <IconButton size="iconSm" label={s.clear} icon={X} className="ml-auto max-sm:order-first" onClick={clear} />
      <Suspense>
        {dialog === 'delete' ? <BulkDeleteDialog onClose={close} /> : null}
        {dialog !== null && dialog !== 'delete' ? <BulkDialog kind={dialog} onClose={close} /> : null}
      </Suspense>
    </section>
  );
}
