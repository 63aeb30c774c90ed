import { ShoppingCart } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '@/ui/form/button';
import { useSelection } from '@/ui/list/selection';
import { SelectionBar } from '@/ui/list/selection-bar';
import { lazy } from '@/ui/overlay/lazy';
import { strings } from './strings';

const OrdersDialog = lazy(() => import('@/features/shared/reorder/orders-dialog'));

/** Appears with the first chosen row and orders all of them. */
export function OrderBar() {
  const { ids } = useSelection();
  const [ordered, setOrdered] = useState<number[] | null>(null);
  if (ids.size === 0) return null;
  return (
    <SelectionBar label={strings.selection} text={strings.selected(ids.size)} clearLabel={strings.clearSelection}>
      <Button size="sm" onClick={() => setOrdered([...ids])}>
        <ShoppingCart aria-hidden />
        {strings.orderSelected}
      </Button>
      <Suspense>
        {ordered === null ? null : <OrdersDialog productIds={ordered} onClose={() => setOrdered(null)} />}
      </Suspense>
    </SelectionBar>
  );
}
