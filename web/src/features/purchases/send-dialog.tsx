import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { rulesFor, useCheckedForm } from '@/lib/checked-form';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Segmented } from '@/ui/form/segmented';
import { Textarea } from '@/ui/form/textarea';
import { type Purchase, supplierOfQuery, useSendPurchase } from './api';
import { sendStrings as s } from './strings';

type SendValues = { by: 'email' | 'hand'; message: string };

const rules = rulesFor<SendValues>({});

/** How a draft reaches its supplier. */
export default function SendDialog({ purchase: opened, onClose }: { purchase: Purchase; onClose: () => void }) {
  // What is sent is what was seen.
  const [purchase] = useState(opened);
  const { data: supplier } = useQuery(supplierOfQuery(purchase.supplierId));
  const send = useSendPurchase();
  const form = useCheckedForm<SendValues>(rules, { by: 'email', message: '' });
  const by = useWatch({ control: form.control, name: 'by' });
  const address = supplier?.email ?? '';
  const unreachable = by === 'email' && supplier !== undefined && address === '';

  async function submit(values: SendValues) {
    const message = values.message.trim();
    const sent = await send.mutateAsync({
      seen: purchase,
      sending: { by: values.by, ...(values.by === 'email' && message !== '' && { message }) },
    });
    showToast({ title: s.done, description: sent.number });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title(purchase.supplier)}
      description={s.description}
      saveLabel={s.confirm}
      savingLabel={s.sending}
      canSave={!unreachable && supplier !== undefined}
      failedTitle={s.failed}
    >
      <div className="stack-2">
        <Segmented
          label={s.how}
          segments={[
            { value: 'email', label: s.email },
            { value: 'hand', label: s.hand },
          ]}
          value={by}
          onValueChange={(next) => form.setValue('by', next, { shouldDirty: true })}
          className="flex"
        />
        <p className="text-sm text-ink-2" aria-live="polite">
          {by === 'hand' ? s.handText : unreachable ? s.noEmail : s.emailText(address)}
        </p>
      </div>
      {by === 'email' && !unreachable ? (
        <Field label={s.message} optional error={form.formState.errors.message?.message}>
          <Textarea rows={4} maxLength={2000} placeholder={s.messagePlaceholder} {...form.register('message')} />
        </Field>
      ) : null}
    </FormDialog>
  );
}
