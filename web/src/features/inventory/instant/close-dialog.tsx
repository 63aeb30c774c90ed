import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { FormError } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Textarea } from '@/ui/form/textarea';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { strings as uiStrings } from '@/ui/strings';
import { type Method, useCloseInventory } from './api';
import { instantStrings, closingStrings as s } from './strings';

type CloseDialogProps = { day: string; shownDay: string; method: Method; onClose: () => void };

/** Keeps what there was on a day, for good. */
export default function CloseDialog({ day, shownDay, method, onClose }: CloseDialogProps) {
  const [notes, setNotes] = useState('');
  const close = useCloseInventory();
  const save = () =>
    close.mutate(
      { at: day, method, notes },
      {
        onSuccess: () => {
          showToast({ title: s.closed, description: shownDay });
          onClose();
        },
      },
    );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.closeTitle}
      description={s.closeText(shownDay, instantStrings.methodNames[method])}
      footer={
        <>
          <DialogClose render={<Button />}>{uiStrings.cancel}</DialogClose>
          <Button variant="primary" busy={close.isPending} busyLabel={s.saving} onClick={save}>
            {s.save}
          </Button>
        </>
      }
    >
      <div className="stack-4">
        <Field label={s.notes} optional>
          <Textarea rows={3} value={notes} onChange={(event) => setNotes(event.target.value)} />
        </Field>
        {close.error ? (
          <FormError>
            <p className="font-semibold">{s.closeFailed}</p>
            <p>{errorText(close.error)}</p>
          </FormError>
        ) : null}
      </div>
    </Dialog>
  );
}
