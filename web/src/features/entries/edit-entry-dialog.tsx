import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { ApiError, errorText } from '@/lib/api-error';
import { applyFieldErrors } from '@/lib/field-errors';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { revealField } from '@/ui/reveal-field';
import { SaveHint } from '@/ui/save-hint';
import { FormError, Notice } from '@/ui/states';
import { showToast } from '@/ui/toast';
import { type Entry, entryQuery, useUpdateEntry } from './api';
import { EditFields } from './edit-fields';
import { changeOf, type EditValues, valuesOf } from './entry-change';
import { formStrings as s } from './strings';

/** What became of an attempt besides success or a wrong field. */
type Outcome =
  | { kind: 'failed'; text: string }
  | { kind: 'conflict'; current: Entry }
  | { kind: 'same' }
  | null;

type EditEntryDialogProps = { entry: Entry; onClose: () => void };

export default function EditEntryDialog({ entry, onClose }: EditEntryDialogProps) {
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const update = useUpdateEntry();
  const [seen, setSeen] = useState(entry);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const form = useForm<EditValues>({ defaultValues: valuesOf(entry) });

  async function submit(values: EditValues) {
    setOutcome(null);
    const change = changeOf(seen, values);
    if (Object.keys(change).length === 0) {
      setOutcome({ kind: 'same' });
      return;
    }
    try {
      const saved = await update.mutateAsync({ seen, change });
      showToast({ title: s.saved, description: saved.productName });
      onClose();
    } catch (error) {
      await explain(error);
    }
  }

  async function explain(error: unknown) {
    const field = applyFieldErrors(form, error);
    if (field !== null && element.current) revealField(element.current, field);
    else if (error instanceof ApiError && error.status === 412) await showConflict();
    else setOutcome({ kind: 'failed', text: errorText(error) });
  }

  async function showConflict() {
    try {
      const current = await queryClient.fetchQuery({ ...entryQuery(seen.id), staleTime: 0 });
      setOutcome({ kind: 'conflict', current });
    } catch (error) {
      setOutcome({ kind: 'failed', text: errorText(error) });
    }
  }

  /** From here on the form speaks about the entry as it is now. */
  function loadCurrent(current: Entry) {
    setSeen(current);
    form.reset(valuesOf(current));
    setOutcome(null);
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.editTitle(seen.id)}
      description={
        <>
          <span className="text-ink">{seen.productName}</span> ·{' '}
          <span className="code">{seen.productSku}</span>
        </>
      }
      initialFocus={quantityField}
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
            {s.saveChanges}
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
        <EditFields form={form} quantityField={quantityField} />
        <OutcomeNote outcome={outcome} onLoadCurrent={loadCurrent} />
      </form>
    </Dialog>
  );
}

type OutcomeNoteProps = { outcome: Outcome; onLoadCurrent: (current: Entry) => void };

function OutcomeNote({ outcome, onLoadCurrent }: OutcomeNoteProps) {
  switch (outcome?.kind) {
    case 'failed':
      return (
        <FormError>
          <p className="font-semibold">{s.saveFailed}</p>
          <p>{outcome.text}</p>
        </FormError>
      );
    case 'conflict':
      return (
        <Notice tone="low" title={s.conflictTitle}>
          <p>{s.conflictText}</p>
          <Button size="sm" className="mt-2" onClick={() => onLoadCurrent(outcome.current)}>
            {s.loadCurrent}
          </Button>
        </Notice>
      );
    case 'same':
      return <Notice tone="info">{s.nothingChanged}</Notice>;
    case undefined:
      return null;
  }
}
