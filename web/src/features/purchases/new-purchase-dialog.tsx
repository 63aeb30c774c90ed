import { useQuery } from '@tanstack/react-query';
import { useCheckedForm } from '@/lib/checked-form';
import { useOnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { type Purchase, supplierOfQuery, useCreatePurchase } from './api';
import { PurchaseDialog } from './purchase-dialog';
import { emptyPurchase, type PurchaseValues, purchaseOf, purchaseRules } from './purchase-form';
import { formStrings as s } from './strings';

type NewPurchaseDialogProps = {
  /** Whom to buy from, where that is known already. */
  supplierId: number | undefined;
  onClose: () => void;
  onCreated: (purchase: Purchase) => void;
};

export default function NewPurchaseDialog({ supplierId, ...rest }: NewPurchaseDialogProps) {
  const { data: supplier, isPending } = useQuery(supplierOfQuery(supplierId));
  if (supplierId !== undefined && isPending) return null;
  return <Form initial={{ ...emptyPurchase, supplierId: supplier ?? null }} {...rest} />;
}

function Form({
  initial,
  onClose,
  onCreated,
}: Omit<NewPurchaseDialogProps, 'supplierId'> & { initial: PurchaseValues }) {
  const once = useOnceKey();
  const create = useCreatePurchase();
  const form = useCheckedForm(purchaseRules, initial);

  async function submit(values: PurchaseValues) {
    const purchase = await create.mutateAsync({ purchase: purchaseOf(values), once });
    showToast({ title: s.created, description: purchase.supplier });
    onCreated(purchase);
  }

  return (
    <PurchaseDialog form={form} title={s.newTitle} description={s.newDescription} onSubmit={submit} onClose={onClose} />
  );
}
