import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { useCan } from '@/lib/permissions';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { productQuery } from './api';
import type { ForecastWorking } from './forecast-api';
import { strings } from './strings';
import { updateProduct } from './update-product';

const s = strings.maximumNote;

/** A product that is full and still below its reorder point is ordered every day and never lasts: that is said here. */
export function MaximumNote({ working }: { working: ForecastWorking }) {
  const canEdit = useCan('products.edit');
  const { maxStock, productId, order } = working;
  const raise = useRaiseMaximum(productId);
  if (maxStock === null || maxStock === 0 || !order.reordered || order.reorderPoint <= maxStock) return null;
  const enough = Math.ceil(Math.max(order.wantedUpTo, order.reorderPoint));
  return (
    <Notice tone="low" title={s.title}>
      <p className="num">{s.text(Math.ceil(order.reorderPoint), maxStock)}</p>
      {canEdit ? (
        <Button
          size="sm"
          className="mt-2"
          busy={raise.isPending}
          busyLabel={s.saving}
          onClick={() => raise.mutate(enough)}
        >
          {s.raise(enough)}
        </Button>
      ) : null}
    </Notice>
  );
}

function useRaiseMaximum(productId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (maxStock: number) => {
      const seen = await queryClient.fetchQuery({ ...productQuery(productId), staleTime: 0 });
      return updateProduct({ seen, change: { maxStock }, sameAt: (one, other) => one.maxStock === other.maxStock });
    },
    onSuccess: async ({ name }, maxStock) => {
      showToast({ title: s.raised(maxStock), description: name });
      await Promise.all(['products', 'forecasts'].map((topic) => queryClient.invalidateQueries({ queryKey: [topic] })));
    },
    onError: (error) => showToast({ type: 'error', title: s.failed, description: errorText(error) }),
  });
}
