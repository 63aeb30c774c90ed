import { useRef, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { LocationField } from '@/features/shared/location-field';
import { filled, passes, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { parseWhole } from '@/lib/parse-whole';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import { type Channel, type ChannelSource, type ChannelWithSecret, useAddChannel, useChangeChannel } from './api';
import { channelStrings as s, secretHints, sourceNames } from './channel-strings';

const sources = Object.entries(sourceNames).map(([value, label]) => ({ value, label }));
const silenceHoursMax = 720;

type ChannelDialogProps = {
  /** Null for a new one. */
  channel: Channel | null;
  onClose: () => void;
  /** A new one has an address and a secret to show. */
  onAdded?: (added: ChannelWithSecret) => void;
};

type Values = {
  name: string;
  source: ChannelSource;
  secret: string;
  locationId: string;
  silenceHours: string;
};

const channelRules = rulesFor<Values>({
  name: filled(s.nameRequired),
  silenceHours: passes<string>((text) => (parseWhole(text) ?? Infinity) <= silenceHoursMax || s.silenceInvalid),
});

export function ChannelDialog({ channel: opened, onClose, onAdded }: ChannelDialogProps) {
  // A change by another user arrives live; saving has to notice it and not take it for what was seen.
  const [channel] = useState(opened);
  const input = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const add = useAddChannel();
  const change = useChangeChannel();
  const form = useCheckedForm(channelRules, {
    name: channel?.name ?? '',
    source: channel?.source ?? 'shopify',
    secret: '',
    locationId: String(channel?.locationId ?? ''),
    silenceHours: String(channel?.silenceHours ?? 48),
  });
  const { errors } = form.formState;
  const source = useWatch({ control: form.control, name: 'source' });
  const { ref, ...name } = form.register('name');

  async function submit(values: Values) {
    const shared = {
      name: values.name.trim(),
      silenceHours: parseWhole(values.silenceHours) ?? 0,
      ...(values.locationId !== '' && { locationId: Number(values.locationId) }),
    };
    if (channel === null) {
      const secret = values.secret.trim();
      const body = { ...shared, source: values.source, ...(secret !== '' && { secret }) };
      onAdded?.(await add.mutateAsync({ body, once }));
    } else {
      await change.mutateAsync({ seen: channel, change: shared });
      showToast({ title: s.saved, description: shared.name });
    }
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={channel === null ? s.addTitle : s.editTitle}
      initialFocus={input}
      saveLabel={channel === null ? s.add : s.save}
      savingLabel={s.saving}
      failedTitle={channel === null ? s.addFailed : s.changeFailed}
    >
      <Field label={s.name} hint={s.nameHint} error={errors.name?.message}>
        <Input required maxLength={100} autoComplete="off" {...name} ref={joinRefs(ref, input)} />
      </Field>
      {channel === null ? (
        <>
          <Field label={s.source} error={errors.source?.message}>
            <Select options={sources} {...form.register('source')} />
          </Field>
          <Field label={s.secret} optional hint={secretHints[source]} error={errors.secret?.message}>
            <Input autoComplete="off" spellCheck={false} className="font-mono" {...form.register('secret')} />
          </Field>
        </>
      ) : null}
      <LocationField form={form} label={s.location} />
      <Field label={s.silenceHours} hint={s.silenceHint} error={errors.silenceHours?.message}>
        <Input integer className="w-28" {...form.register('silenceHours')} />
      </Field>
    </FormDialog>
  );
}
