import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { ProductOvertaken } from '@/features/shared/update-product';
import { ApiError } from '@/lib/api-error';
import { useCurrency } from '@/lib/business';
import { useCheckedForm } from '@/lib/checked-form';
import { applyFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { useCan } from '@/lib/permissions';
import { showToast } from '@/ui/feedback/toast';
import { FormDialog } from '@/ui/form/form-dialog';
import { type Product, useCreateProduct, useUpdateProduct } from '../api';
import { skuStrings } from '../strings';
import { agreesOn, changedByOthers, conflictsOf, type FieldConflict } from './conflict';
import { ConflictChooser } from './conflict-chooser';
import { ProductFormFields } from './product-form-fields';
import { changedFields, changeOf, creationOf, type ProductValues, productSchema, valuesOf } from './product-values';
import { saveFailure } from './save-failure';
import { formStrings as s } from './strings';
import { SuppliersSection } from './suppliers-section';
import { useFormSuppliers } from './use-form-suppliers';
import { useSkuCheck } from './use-sku-check';

const skuTaken = new ApiError({ kind: 'fields', status: 400, fields: { sku: [skuStrings.taken] } });

type ProductFormDialogProps = {
  /** Null for a new product. */
  product: Product | null;
  /** What a reader scanned for a product that does not exist yet. */
  barcode: string;
  onClose: () => void;
};

export default function ProductFormDialog({ product, barcode, onClose }: ProductFormDialogProps) {
  const firstField = useRef<HTMLInputElement>(null);
  // What the person edits; what others save meanwhile must not slip in unseen.
  const [seen, setSeen] = useState(product);
  const currency = useCurrency('sales');
  const [conflicts, setConflicts] = useState<FieldConflict[]>([]);
  const form = useCheckedForm(productSchema, valuesOf(product, { barcode, currency }));
  const save = useSave();
  const canBuy = useCan('purchases.edit');
  const suppliers = useFormSuppliers(product?.idProduct);
  // dirtyFields is read so that a reset that keeps what was typed knows what that is.
  const { dirtyFields: _ } = form.formState;
  const values = useWatch({ control: form.control });
  const { sku = '' } = values;
  const skuCheck = useSkuCheck(sku, {
    enabled: sku.trim() !== (seen?.sku ?? ''),
    ...(seen && { excludeId: seen.idProduct }),
  });

  async function submit(values: ProductValues) {
    if (skuCheck.state === 'taken') throw skuTaken;
    await suppliers.check();
    if (seen) {
      const saved = await saveOver(seen, values);
      if (saved === null) return;
      await suppliers.save(saved.idProduct);
    } else {
      const made = await save.create(values);
      // It exists from here on: whatever is mended now is a change of it.
      setSeen(made);
      await suppliers.save(made.idProduct);
    }
    onClose();
  }

  /** Untouched fields take what others saved meanwhile; where both wrote, the person chooses: nothing is saved yet. */
  async function saveOver(base: Product, mine: ProductValues): Promise<Product | null> {
    try {
      const saved = await save.update(base, mine);
      setSeen(saved);
      return saved;
    } catch (error) {
      if (!(error instanceof ProductOvertaken)) throw error;
      const found = conflictsOf(base, error.current, mine);
      setConflicts(found);
      setSeen(error.current);
      form.reset(valuesOf(error.current, { currency }), { keepDirtyValues: true });
      // Both wrote the same: there is nothing to ask, only to save the rest on top of it.
      return found.length === 0 ? saveOver(error.current, form.getValues()) : null;
    }
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      placeErrors={(refused, error) => applyFieldErrors(refused, saveFailure(error))}
      onClose={onClose}
      dirtyToo={suppliers.isDirty}
      title={product ? s.editTitle : s.createTitle}
      {...(product && { description: product.name })}
      size="form"
      initialFocus={firstField}
      saveLabel={seen ? s.save : s.create}
      savingLabel={seen ? s.saving : s.creating}
      failedTitle={seen ? s.editFailed : s.createFailed}
    >
      <ProductFormFields form={form} isNew={product === null} skuCheck={skuCheck} firstField={firstField} />
      {canBuy ? <SuppliersSection suppliers={suppliers} /> : null}
      <ConflictChooser
        conflicts={conflicts}
        chosen={({ field }) => values[field] ?? ''}
        onChoose={({ field }, value) => form.setValue(field, value as never, { shouldDirty: true })}
      />
    </FormDialog>
  );
}

/** Sends the form and says how it went; whatever fails is left to the form. */
function useSave() {
  const once = useOnceKey();
  const navigate = useNavigate();
  const create = useCreateProduct();
  const update = useUpdateProduct();

  function openLater(product: Product) {
    const open = () => void navigate({ to: '/productos/$id', params: { id: String(product.idProduct) } });
    return { label: s.open, onClick: open };
  }

  return {
    create: async (values: ProductValues) => {
      const product = await create.mutateAsync({ body: creationOf(values), once });
      showToast({ title: s.created, description: product.name, action: openLater(product) });
      return product;
    },
    update: async (seen: Product, values: ProductValues) => {
      const fields = changedFields(valuesOf(seen), values);
      if (fields.length === 0) return seen;
      const change = changeOf(values, fields);
      const saved = await update.mutateAsync({ seen, change, sameAt: agreesOn(fields) });
      const others = changedByOthers(seen, saved, fields).map((field) => s.fields[field]);
      showToast({ title: s.saved, description: others.length > 0 ? s.mergedText(others) : saved.name });
      return saved;
    },
  };
}
