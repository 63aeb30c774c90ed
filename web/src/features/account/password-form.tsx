import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { ApiError } from '@/lib/api-error';
import { useCheckedForm } from '@/lib/checked-form';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { PasswordInput } from '@/ui/form/password-input';
import { showFailure } from '@/ui/form/show-failure';
import { textLinkClass } from './auth-layout';
import { passwordChangeStrings } from './password-change-strings';
import { passwordChangeErrorText } from './profile-errors';
import { linkPasswordSchema, type PasswordValues, passwordSchema } from './schemas';
import { strings } from './strings';

const s = passwordChangeStrings;

type PasswordFormProps = {
  /** By link the link itself says who is asking, so there is no current password to give. */
  mode: 'signedIn' | 'byLink';
  /** Lets password managers know whose password this is. */
  username?: string;
  send: (values: PasswordValues) => Promise<unknown>;
  onDone: () => void;
};

export function PasswordForm({ mode, username, send, onDone }: PasswordFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const form = useCheckedForm(mode === 'byLink' ? linkPasswordSchema : passwordSchema, {
    currentPassword: '',
    newPassword: '',
    confirmPassword: '',
  });
  const { errors, isSubmitting } = form.formState;
  const missing = useMissing(form, mode);

  async function submit(values: PasswordValues) {
    try {
      await send(values);
      onDone();
    } catch (error) {
      showFailure(form, { error, text: failureText(error), element: element.current });
    }
  }

  return (
    <form ref={element} noValidate className="stack-5" onSubmit={form.handleSubmit(submit)}>
      {username === undefined ? null : (
        <input hidden readOnly type="text" name="username" autoComplete="username" value={username} />
      )}
      {mode === 'signedIn' ? <CurrentPasswordField form={form} isMissing={missing.has('currentPassword')} /> : null}
      <NewPasswordFields form={form} missing={missing} />
      {missing.size > 0 ? <FormError>{strings.invalid.allRequired}</FormError> : null}
      {missing.size === 0 && errors.root ? <FormError>{errors.root.message}</FormError> : null}
      <Button type="submit" variant="primary" size="lg" className="w-full" busy={isSubmitting} busyLabel={s.submitting}>
        {s.submit}
      </Button>
    </form>
  );
}

/** A used or expired link is no field of the form, but it has a sentence of its own. */
function failureText(error: unknown): string {
  const aboutLink = error instanceof ApiError ? error.fields.token : undefined;
  return aboutLink?.join(', ') ?? passwordChangeErrorText(error);
}

type FieldName = keyof PasswordValues;

/** Empty fields share one sentence in the box, instead of repeating it three times. */
function useMissing(form: UseFormReturn<PasswordValues>, mode: PasswordFormProps['mode']): Set<FieldName> {
  const values = useWatch({ control: form.control });
  const { errors } = form.formState;
  const asked: FieldName[] = ['newPassword', 'confirmPassword'];
  if (mode === 'signedIn') asked.unshift('currentPassword');
  return new Set(asked.filter((name) => errors[name] && !values[name]));
}

type CurrentPasswordFieldProps = { form: UseFormReturn<PasswordValues>; isMissing: boolean };

function CurrentPasswordField({ form, isMissing }: CurrentPasswordFieldProps) {
  const { errors } = form.formState;
  return (
    <Field
      label={s.current}
      error={isMissing ? undefined : errors.currentPassword?.message}
      action={
        <Link to="/password-recovery" className={textLinkClass}>
          {s.forgotten}
        </Link>
      }
    >
      <PasswordInput
        required
        autoComplete="current-password"
        {...invalidIf(isMissing)}
        {...form.register('currentPassword', { deps: ['newPassword'] })}
      />
    </Field>
  );
}

type NewPasswordFieldsProps = { form: UseFormReturn<PasswordValues>; missing: Set<FieldName> };

function NewPasswordFields({ form, missing }: NewPasswordFieldsProps) {
  const { errors } = form.formState;
  return (
    <>
      <Field
        label={s.next}
        hint={s.nextHint}
        error={missing.has('newPassword') ? undefined : errors.newPassword?.message}
      >
        <PasswordInput
          required
          autoComplete="new-password"
          {...invalidIf(missing.has('newPassword'))}
          {...form.register('newPassword', { deps: ['confirmPassword'] })}
        />
      </Field>
      <Field label={s.confirm} error={missing.has('confirmPassword') ? undefined : errors.confirmPassword?.message}>
        <PasswordInput
          required
          autoComplete="new-password"
          {...invalidIf(missing.has('confirmPassword'))}
          {...form.register('confirmPassword')}
        />
      </Field>
    </>
  );
}

function invalidIf(isMissing: boolean) {
  return isMissing ? { 'aria-invalid': true as const } : {};
}
