import { zodResolver } from '@hookform/resolvers/zod';
import { useNavigate } from '@tanstack/react-router';
import { useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '@/lib/api-error';
import { applyFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { IntoView } from '@/ui/into-view';
import { revealField } from '@/ui/reveal-field';
import { SaveHint } from '@/ui/save-hint';
import { FormError } from '@/ui/states';
import { showToast } from '@/ui/toast';
import { type Product, ProductConflict, useCreateProduct, useUpdateProduct } from './api';
import { agreesOn, changedByOthers, conflictsOf, type FieldConflict } from './conflict';
import { ConflictChooser } from './conflict-chooser';
import { formStrings as s } from './form-strings';
import { ProductFormFields } from './product-form-fields';
import {
  changedFields,
  changeOf,
  creationOf,
  type ProductField,
  type ProductValues,
  productSchema,
  valuesOf,
} from './product-values';
import { saveFailure } from './save-failure';
import { skuStrings } from './strings';
import { useSkuCheck } from './use-sku-check';

type ProductFormDialogProps = {
  /** Null for a new product. */
  product: Product | null;
  /** What a reader scanned for a product that does not exist yet. */
  barcode: string;
  onClose: () => void;
};

export default function ProductFormDialog({ product, barcode, onClose }: ProductFormDialogProps) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const firstField = useRef<HTMLInputElement>(null);
  // What the person edits; what others save meanwhile must not slip in unseen.
  const [seen, setSeen] = useState(product);
  const [conflicts, setConflicts] = useState<FieldConflict[]>([]);
  const form = useForm<ProductValues>({
    resolver: zodResolver(productSchema),
    defaultValues: valuesOf(product, barcode),
  });
  const save = useSave(onClose);
  // dirtyFields is read so that a reset that keeps what was typed knows what that is.
  const { errors, isDirty, isSubmitting, dirtyFields: _ } = form.formState;
  const values = useWatch({ control: form.control });
  const { sku = '' } = values;
  const skuCheck = useSkuCheck(sku, {
    enabled: sku.trim() !== (seen?.sku ?? ''),
    ...(product && { excludeId: product.idProduct }),
  });

  async function submit(values: ProductValues) {
    if (skuCheck.state === 'taken') {
      show('sku', skuStrings.taken);
      return;
    }
    try {
      if (seen === null) await save.create(values);
      else await save.update(seen, values);
    } catch (error) {
      if (error instanceof ProductConflict && seen) meet(seen, error.current, values);
      else explain(error);
    }
  }

  /** Untouched fields take what is saved now; where both wrote, the person chooses. */
  function meet(before: Product, current: Product, mine: ProductValues) {
    const found = conflictsOf(before, current, mine);
    setConflicts(found);
    setSeen(current);
    form.reset(valuesOf(current), { keepDirtyValues: true });
    // Both wrote the same: there is nothing to ask, only to save again on top of it.
    if (found.length === 0) void form.handleSubmit(submit)();
    else form.setError('root', { message: s.conflict.title });
  }

  function explain(cause: unknown) {
    const error = saveFailure(cause);
    const first = applyFieldErrors(form, error);
    if (first === null) form.setError('root', { message: errorText(error) });
    else if (element.current) revealField(element.current, first);
  }

  function show(field: ProductField, message: string) {
    form.setError(field, { message });
    if (element.current) revealField(element.current, field);
  }

  return (
    <Dialog
      open
      size="form"
      onOpenChange={(open) => !open && onClose()}
      title={product ? s.editTitle : s.createTitle}
      {...(product && { description: product.name })}
      initialFocus={firstField}
      dirty={isDirty}
      footer={
        <>
          <SaveHint />
          <DialogClose render={<Button />}>{s.cancel}</DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={isSubmitting}
            busyLabel={product ? s.saving : s.creating}
          >
            {product ? s.save : s.create}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        <ProductFormFields form={form} isNew={product === null} skuCheck={skuCheck} firstField={firstField} />
        <ConflictChooser
          conflicts={conflicts}
          chosen={({ field }) => values[field] ?? ''}
          onChoose={({ field }, value) => form.setValue(field, value as never, { shouldDirty: true })}
        />
        {errors.root && conflicts.length === 0 ? (
          <IntoView>
            <FormError>
              <p className="font-semibold">{product ? s.editFailed : s.createFailed}</p>
              <p>{errors.root.message}</p>
            </FormError>
          </IntoView>
        ) : null}
      </form>
    </Dialog>
  );
}

/** Sends the form and says how it went; whatever fails is left to the form. */
function useSave(onSaved: () => void) {
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
      onSaved();
    },
    update: async (seen: Product, values: ProductValues) => {
      const fields = changedFields(valuesOf(seen), values);
      if (fields.length > 0) {
        const change = changeOf(values, fields);
        const saved = await update.mutateAsync({ seen, change, sameAt: agreesOn(fields) });
        const others = changedByOthers(seen, saved, fields).map((field) => s.fields[field]);
        showToast({ title: s.saved, description: others.length > 0 ? s.mergedText(others) : saved.name });
      }
      onSaved();
    },
  };
}
