import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { type Product, productQuery } from '@/features/shared/api';
import { useCheckedForm } from '@/lib/checked-form';
import { placeFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { useCan } from '@/lib/permissions';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Textarea } from '@/ui/form/textarea';
import { useCreateEntries } from './api';
import { showCreated } from './created-toast';
import { emptyLine, formField, isBlank, linesOf, type NewEntryValues, newEntryRules } from './entry-form';
import { EntryLines } from './entry-lines';
import { SharedFields } from './shared-fields';
import { formStrings as s } from './strings';

type NewEntryDialogProps = {
  /** What the first line is about, where a user came from a product. */
  productId?: number | undefined;
  onClose: () => void;
};

export default function NewEntryDialog({ productId, onClose }: NewEntryDialogProps) {
  const { data = null, error } = useQuery({
    ...productQuery(productId ?? 0),
    enabled: productId !== undefined,
  });
  // A user who came from a product that is gone can still write an entry.
  const isWaiting = productId !== undefined && !data && !error;
  return isWaiting ? null : <NewEntryForm product={data} onClose={onClose} />;
}

type NewEntryFormProps = { product: Product | null; onClose: () => void };

/** Everything that arrives together: what is the same for all of it once, and a line for each product. */
function NewEntryForm({ product, onClose }: NewEntryFormProps) {
  const firstProduct = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const canUndo = useCan('entries.delete');
  const once = useOnceKey();
  const create = useCreateEntries();
  const form = useCheckedForm(newEntryRules, {
    entryType: 'purchase',
    reason: '',
    notes: '',
    locationId: '',
    lines: [{ ...emptyLine, productId: product }],
  });
  const count = useWatch({ control: form.control, name: 'lines' }).filter((line) => !isBlank(line)).length;

  /** Lines left blank at the end are dropped, so that the server's line numbers are those on the screen. */
  function dropBlankLines() {
    const lines = form.getValues('lines');
    const kept = lines.filter((line) => !isBlank(line));
    if (kept.length > 0 && kept.length < lines.length) form.setValue('lines', kept);
  }

  async function submit(values: NewEntryValues) {
    const { results } = await create.mutateAsync({ lines: linesOf(values), once });
    showCreated(queryClient, { entries: results, canUndo });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onBeforeSubmit={dropBlankLines}
      onSubmit={submit}
      placeErrors={(refused, error) => placeFieldErrors(refused, error, formField)}
      onClose={onClose}
      title={s.newTitle}
      description={s.newDescription}
      size="form"
      initialFocus={firstProduct}
      saveLabel={s.save(count)}
      savingLabel={s.saving}
      failedTitle={s.createFailed}
    >
      <SharedFields form={form} />
      <EntryLines form={form} firstProduct={firstProduct} />
      <Field label={s.notes} optional error={form.formState.errors.notes?.message}>
        <Textarea rows={2} maxLength={2000} {...form.register('notes')} />
      </Field>
    </FormDialog>
  );
}
