import { useState } from 'react';
import { useCheckedForm } from '@/lib/checked-form';
import { placeFieldErrors } from '@/lib/field-errors';
import { useCan } from '@/lib/permissions';
import { showToast } from '@/ui/feedback/toast';
import { FormDialog } from '@/ui/form/form-dialog';
import type { Product } from '../api';
import { type ProductSupplier, useSetSuppliers } from './api';
import { suppliersStrings as s } from './strings';
import SuppliersFields from './suppliers-fields';
import { formField, type SuppliersValues, suppliersOf, suppliersRules, suppliersValues } from './suppliers-form';

type SuppliersDialogProps = {
  product: Product;
  /** As they were when the dialog opened. */
  sold: ProductSupplier[];
  onClose: () => void;
};

/** Who sells a product, all of them at once. */
export default function SuppliersDialog({ product, sold: opened, onClose }: SuppliersDialogProps) {
  const [sold] = useState(opened);
  const withCosts = useCan('costs.read');
  const save = useSetSuppliers();
  const form = useCheckedForm(suppliersRules, suppliersValues(sold));

  async function submit(values: SuppliersValues) {
    await save.mutateAsync({ id: product.idProduct, suppliers: suppliersOf(values, withCosts) });
    showToast({ title: s.saved, description: product.name });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      placeErrors={(refused, error) => placeFieldErrors(refused, error, formField)}
      onClose={onClose}
      title={s.title(product.name)}
      description={s.description}
      size="form"
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <SuppliersFields form={form} />
    </FormDialog>
  );
}
