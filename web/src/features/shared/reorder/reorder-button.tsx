import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ShoppingCart } from 'lucide-react';
import { Suspense, useState } from 'react';
import { errorText } from '@/lib/api-error';
import { useOnceKey } from '@/lib/once-key';
import { useCan } from '@/lib/permissions';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { IconButton } from '@/ui/form/icon-button';
import { lazy } from '@/ui/overlay/lazy';
import { createDrafts, draftsOf } from './api';
import { placeOf } from './choice';
import { reorderStrings as s } from './strings';

const OrdersDialog = lazy(() => import('./orders-dialog'));

type ReorderButtonProps = {
  product: { id: number; name: string };
  /** Beside other actions of a row there is room for a picture alone; a compact one has a word where there is room. */
  look: 'icon' | 'word' | 'compact';
  className?: string;
};

/**
 * A draft of what the forecast proposes for one product, by one click. Where nobody is preferred for it, whom to buy
 * it from is asked first.
 */
export function ReorderButton({ product, look, className }: ReorderButtonProps) {
  const canBuy = useCan('purchases.edit');
  const [isAsking, setAsking] = useState(false);
  const { reorder, isPending } = useReorder(product, () => setAsking(true));
  if (!canBuy) return null;
  return (
    <>
      {look === 'icon' ? (
        <IconButton
          label={s.reorderOf(product.name)}
          icon={ShoppingCart}
          busy={isPending}
          className={className}
          onClick={() => void reorder()}
        />
      ) : (
        <Button
          aria-label={s.reorder}
          busy={isPending}
          {...(look === 'word' && { busyLabel: s.reorder })}
          className={className}
          onClick={() => void reorder()}
        >
          <ShoppingCart aria-hidden />
          <span className={look === 'compact' ? 'max-sm:hidden' : undefined}>{s.reorder}</span>
        </Button>
      )}
      <Suspense>
        {isAsking ? <OrdersDialog productIds={[product.id]} onClose={() => setAsking(false)} /> : null}
      </Suspense>
    </>
  );
}

function useReorder(product: ReorderButtonProps['product'], onWithout: () => void) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const once = useOnceKey();
  const [isPending, setPending] = useState(false);

  async function reorder() {
    setPending(true);
    try {
      const made = await createDrafts(queryClient, [product.id], once);
      const drafts = draftsOf(made);
      const [order] = made.orders;
      if (order === undefined) {
        onWithout();
        return;
      }
      showToast({ title: s.reordered, description: s.createdFor(product.name, order.supplier) });
      void navigate(placeOf(drafts));
    } catch (error) {
      showToast({ type: 'error', title: s.reorderFailed, description: errorText(error) });
    } finally {
      setPending(false);
    }
  }

  return { reorder, isPending };
}
