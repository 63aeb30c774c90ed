import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { ApiError, errorText } from '@/lib/api-error';
import { applyFieldErrors } from '@/lib/field-errors';
import { fullName } from '@/lib/full-name';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import { noticeQuery } from '../notices/api';
import { roles } from '../roles';
import { useInviteUser } from './api';
import { inviteStrings as s } from './invite-strings';
import { linkText } from './password-link';

const emptyValues = { firstName: '', lastName: '', username: '', dni: '', email: '', roleId: '2' };
type Values = typeof emptyValues;

/** A name that is taken is the only refusal that belongs to a field without naming it. */
function placeErrors(form: UseFormReturn<Values>, error: unknown) {
  if (!(error instanceof ApiError) || error.status !== 409) return applyFieldErrors(form, error);
  form.setError('username', { type: 'server', message: errorText(error) });
  return 'username' as const;
}

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const invite = useInviteUser();
  const form = useForm({ defaultValues: emptyValues });
  const { errors } = form.formState;
  const sendsMail = useQuery(noticeQuery).data?.emailAvailable ?? true;
  const { ref, ...firstName } = text('firstName');

  function text(name: keyof typeof s.required) {
    return form.register(name, { validate: (typed) => typed.trim() !== '' || s.required[name] });
  }

  async function submit({ roleId, ...typed }: Values) {
    const user = await invite.mutateAsync({ body: { ...typed, roleId: Number(roleId) }, once });
    showToast({ title: s.invited(fullName(user)), description: linkText(user.email, sendsMail) });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={sendsMail ? s.description : undefined}
      size="form"
      initialFocus={input}
      saveLabel={s.invite}
      savingLabel={s.sending}
      failedTitle={s.failed}
      placeErrors={placeErrors}
    >
      {sendsMail ? null : (
        <Notice tone="info" title={s.noMail}>
          {s.noMailText}
        </Notice>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={s.firstName} error={errors.firstName?.message}>
          <Input required autoComplete="off" {...firstName} ref={joinRefs(ref, input)} />
        </Field>
        <Field label={s.lastName} error={errors.lastName?.message}>
          <Input required autoComplete="off" {...text('lastName')} />
        </Field>
        <Field label={s.username} error={errors.username?.message}>
          <Input required autoComplete="off" autoCapitalize="none" {...text('username')} />
        </Field>
        <Field label={s.dni} error={errors.dni?.message}>
          <Input required autoComplete="off" {...text('dni')} />
        </Field>
        <Field label={s.email} error={errors.email?.message}>
          <Input required type="email" autoComplete="off" {...text('email')} />
        </Field>
        <Field label={s.role} error={errors.roleId?.message}>
          <Select options={roles} {...form.register('roleId')} />
        </Field>
      </div>
    </FormDialog>
  );
}
