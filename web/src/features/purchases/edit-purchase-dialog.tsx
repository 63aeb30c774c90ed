import { useState } from 'react';
import { useCheckedForm } from '@/lib/checked-form';
import { showToast } from '@/ui/feedback/toast';
import { type Purchase, useChangePurchase } from './api';
import { PurchaseDialog } from './purchase-dialog';
import { changeOf, type PurchaseValues, purchaseRules, valuesOf } from './purchase-form';
import { strings as list, formStrings as s } from './strings';

export default function EditPurchaseDialog({ purchase: opened, onClose }: { purchase: Purchase; onClose: () => void }) {
  // A change by another user arrives live; saving has to notice it and not take it for what was seen.
  const [purchase] = useState(opened);
  const change = useChangePurchase();
  const form = useCheckedForm(purchaseRules, valuesOf(purchase));

  async function submit(values: PurchaseValues) {
    const saved = await change.mutateAsync({ seen: purchase, change: changeOf(values) });
    showToast({ title: s.saved, description: saved.supplier });
    onClose();
  }

  return (
    <PurchaseDialog
      form={form}
      title={s.editTitle(purchase.number === '' ? list.draftName(purchase.id) : purchase.number)}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}
