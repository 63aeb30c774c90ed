import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { useActiveLocations } from '@/features/stock/use-locations';
import { ApiError, errorText } from '@/lib/api-error';
import { useOnceKey } from '@/lib/once-key';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { revealField } from '@/ui/reveal-field';
import { SaveHint } from '@/ui/save-hint';
import { FormError } from '@/ui/states';
import { Textarea } from '@/ui/textarea';
import { useCreateEntries } from './api';
import { showCreated } from './created-toast';
import { emptyLine, formField, isBlank, linesOf, type NewEntryValues } from './entry-form';
import { EntryLines } from './entry-lines';
import { SharedFields } from './shared-fields';
import { formStrings as s } from './strings';

/** Everything that arrives together: what is the same for all of it once, and a line for each product. */
export default function NewEntryDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const firstProduct = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const canUndo = useCan('entries.delete');
  const once = useOnceKey();
  const create = useCreateEntries();
  const locations = useActiveLocations();
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<NewEntryValues>({
    defaultValues: { entryType: 'purchase', reason: '', notes: '', locationId: '', lines: [emptyLine] },
  });
  const count = useWatch({ control: form.control, name: 'lines' }).filter((line) => !isBlank(line)).length;

  /** Lines left blank at the end are dropped, so that the server's line numbers are those on the screen. */
  function dropBlankLines() {
    const lines = form.getValues('lines');
    const kept = lines.filter((line) => !isBlank(line));
    if (kept.length > 0 && kept.length < lines.length) form.setValue('lines', kept);
  }

  async function submit(values: NewEntryValues) {
    setFailure(null);
    try {
      const { results } = await create.mutateAsync({ lines: linesOf(values), once });
      showCreated(queryClient, { entries: results, canUndo });
      onClose();
    } catch (error) {
      explain(error);
    }
  }

  /** Each message goes to its field; whatever has none is said above the buttons. */
  function explain(error: unknown) {
    if (!(error instanceof ApiError) || error.kind !== 'fields') {
      setFailure(errorText(error));
      return;
    }
    let first: string | null = null;
    for (const [name, messages] of Object.entries(error.fields)) {
      const field = formField(name);
      if (field === null) setFailure(messages.join(', '));
      else form.setError(field, { type: 'server', message: messages.join(', ') });
      first ??= field;
    }
    if (first !== null && element.current) revealField(element.current, first);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.newTitle}
      description={s.newDescription}
      size="form"
      initialFocus={firstProduct}
      dirty={form.formState.isDirty}
      footer={
        <>
          <SaveHint />
          <DialogClose render={<Button />}>{s.cancel}</DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={form.formState.isSubmitting}
            busyLabel={s.saving}
          >
            {s.save(count)}
          </Button>
        </>
      }
    >
      <form
        ref={element}
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => {
          dropBlankLines();
          void form.handleSubmit(submit)(event);
        }}
      >
        <SharedFields form={form} locations={locations} />
        <EntryLines form={form} firstProduct={firstProduct} />
        <Field label={s.notes} optional error={form.formState.errors.notes?.message}>
          <Textarea rows={2} maxLength={2000} {...form.register('notes')} />
        </Field>
        {failure === null ? null : (
          <FormError>
            <p className="font-semibold">{s.createFailed}</p>
            <p>{failure}</p>
          </FormError>
        )}
      </form>
    </Dialog>
  );
}
