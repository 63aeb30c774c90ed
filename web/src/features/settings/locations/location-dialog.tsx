import { useRef, useState } from 'react';
import type { Location } from '@/features/shared/use-locations';
import { filled, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { useAddLocation, useChangeLocation } from './api';
import { locationStrings as s } from './strings';

const locationRules = rulesFor<{ name: string }>({ name: filled(s.nameRequired) });

type LocationDialogProps = {
  /** As it was when the dialog opened; null for a new one. */
  location: Location | null;
  onClose: () => void;
};

export function LocationDialog({ location: opened, onClose }: LocationDialogProps) {
  // A change by another user arrives live; saving has to notice it and not take it for what was seen.
  const [location] = useState(opened);
  const input = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const add = useAddLocation();
  const change = useChangeLocation();
  const form = useCheckedForm(locationRules, { name: location?.name ?? '' });
  const { ref, ...name } = form.register('name');

  async function submit(values: { name: string }) {
    const wanted = values.name.trim();
    if (location === null) {
      const added = await add.mutateAsync({ name: wanted, once });
      showToast({ title: s.added, description: added.name });
    } else if (wanted !== location.name) {
      const renamed = await change.mutateAsync({ seen: location, change: { name: wanted } });
      showToast({ title: s.renamed, description: s.renamedText(location.name, renamed.name) });
    }
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={location === null ? s.addTitle : s.renameTitle}
      initialFocus={input}
      saveLabel={location === null ? s.add : s.save}
      savingLabel={s.saving}
      failedTitle={location === null ? s.addFailed : s.changeFailed}
    >
      <Field label={s.name} hint={s.nameHint} error={form.formState.errors.name?.message}>
        <Input required autoComplete="off" {...name} ref={joinRefs(ref, input)} />
      </Field>
    </FormDialog>
  );
}
