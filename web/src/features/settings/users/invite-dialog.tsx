import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { ApiError, errorText } from '@/lib/api-error';
import { filled, rulesFor, useCheckedForm } from '@/lib/checked-form';
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

const inviteRules = rulesFor<Values>({
  firstName: filled(s.required.firstName),
  lastName: filled(s.required.lastName),
  username: filled(s.required.username),
  dni: filled(s.required.dni),
  email: filled(s.required.email),
});

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
  const form = useCheckedForm(inviteRules, emptyValues);
  const { errors } = form.formState;
  const sendsMail = useQuery(noticeQuery).data?.emailAvailable ?? true;
  const { ref, ...firstName } = form.register('firstName');

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
          <Input required autoComplete="off" {...form.register('lastName')} />
        </Field>
        <Field label={s.username} error={errors.username?.message}>
          <Input required autoComplete="off" autoCapitalize="none" {...form.register('username')} />
        </Field>
        <Field label={s.dni} error={errors.dni?.message}>
          <Input required autoComplete="off" {...form.register('dni')} />
        </Field>
        <Field label={s.email} error={errors.email?.message}>
          <Input required type="email" autoComplete="off" {...form.register('email')} />
        </Field>
        <Field label={s.role} error={errors.roleId?.message}>
          <Select options={roles} {...form.register('roleId')} />
        </Field>
      </div>
    </FormDialog>
  );
}
