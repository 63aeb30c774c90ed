import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isOvertaken } from '@/lib/api-error';
import { useCheckedForm } from '@/lib/checked-form';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { FormDialog } from '@/ui/form/form-dialog';
import { type Entry, entryQuery, useUpdateEntry } from './api';
import { EditFields } from './edit-fields';
import { changeOf, type EditValues, editRules, valuesOf } from './entry-change';
import { formStrings as s } from './strings';

/** What became of an attempt besides success or a refusal. */
type Outcome = { kind: 'overtaken'; current: Entry } | { kind: 'same' } | null;

type EditEntryDialogProps = { entry: Entry; onClose: () => void };

export default function EditEntryDialog({ entry, onClose }: EditEntryDialogProps) {
  const quantityField = useRef<HTMLInputElement>(null);
  const queryClient = useQueryClient();
  const update = useUpdateEntry();
  const [seen, setSeen] = useState(entry);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const form = useCheckedForm(editRules, valuesOf(entry));

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
      if (!isOvertaken(error)) throw error;
      const current = await queryClient.fetchQuery({ ...entryQuery(seen.id), staleTime: 0 });
      setOutcome({ kind: 'overtaken', current });
    }
  }

  /** From here on the form speaks about the entry as it is now. */
  function loadCurrent(current: Entry) {
    setSeen(current);
    form.reset(valuesOf(current));
    setOutcome(null);
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.editTitle(seen.id)}
      description={
        <>
          <span className="text-ink">{seen.productName}</span> ·{' '}
          <span className="code inline-block">{seen.productSku}</span>
        </>
      }
      initialFocus={quantityField}
      saveLabel={s.saveChanges}
      savingLabel={s.saving}
      failedTitle={s.saveFailed}
    >
      <EditFields form={form} currency={seen.currency} quantityField={quantityField} />
      <OutcomeNote outcome={outcome} onLoadCurrent={loadCurrent} />
    </FormDialog>
  );
}

type OutcomeNoteProps = { outcome: Outcome; onLoadCurrent: (current: Entry) => void };

function OutcomeNote({ outcome, onLoadCurrent }: OutcomeNoteProps) {
  switch (outcome?.kind) {
    case 'overtaken':
      return (
        <Notice tone="low" title={s.overtakenTitle}>
          <p>{s.overtakenText}</p>
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
