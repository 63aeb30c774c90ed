import { useForm, useWatch } from 'react-hook-form';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { type Channel, type ChannelWithSecret, useRotateSecret } from './api';
import { channelStrings as s, secretHints } from './channel-strings';

type RotateDialogProps = {
  channel: Channel;
  onClose: () => void;
  onRotated: (rotated: ChannelWithSecret) => void;
};

type Values = { secret: string; keepPrevious: boolean };

/** A shop goes on sending while its secret changes: for a day both are accepted, unless it has leaked. */
export function RotateDialog({ channel, onClose, onRotated }: RotateDialogProps) {
  const rotate = useRotateSecret();
  const form = useForm<Values>({ defaultValues: { secret: '', keepPrevious: true } });
  const keepPrevious = useWatch({ control: form.control, name: 'keepPrevious' });

  async function submit(values: Values) {
    const secret = values.secret.trim();
    const body = { keepPrevious: values.keepPrevious, ...(secret !== '' && { secret }) };
    const rotated = await rotate.mutateAsync({ id: channel.id, body });
    onClose();
    onRotated(rotated);
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.rotateTitle(channel.name)}
      description={s.rotateText}
      saveLabel={s.rotateConfirm}
      savingLabel={s.saving}
      failedTitle={s.rotateFailed}
    >
      <Field
        label={s.newSecret}
        optional
        hint={secretHints[channel.source]}
        error={form.formState.errors.secret?.message}
      >
        <Input autoComplete="off" spellCheck={false} className="font-mono" {...form.register('secret')} />
      </Field>
      <Checkbox
        label={s.keepPrevious}
        checked={keepPrevious}
        onCheckedChange={(checked) => form.setValue('keepPrevious', checked, { shouldDirty: true })}
      />
    </FormDialog>
  );
}
