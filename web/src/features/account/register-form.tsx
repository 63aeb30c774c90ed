import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { ApiError } from '@/lib/api-error';
import { businessQuery } from '@/lib/business';
import { useCheckedForm } from '@/lib/checked-form';
import { FormError, Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { PasswordInput } from '@/ui/form/password-input';
import { revealField } from '@/ui/form/reveal-field';
import { showFailure } from '@/ui/form/show-failure';
import { register } from './api';
import { Divider } from './auth-layout';
import { registerErrorText } from './errors';
import { registerStrings } from './register-strings';
import { type RegisterValues, registerSchema } from './schemas';
import { strings } from './strings';
import { useBriefNotice } from './use-brief-notice';

const s = registerStrings;
const f = strings.fields;

const emptyValues: RegisterValues = {
  firstName: '',
  middleName: '',
  lastName: '',
  secondLastName: '',
  username: '',
  dni: '',
  email: '',
  password: '',
  confirmPassword: '',
};

const optionalFields: (keyof RegisterValues)[] = ['middleName', 'secondLastName'];

function isFilled(values: Partial<RegisterValues>): boolean {
  const names = Object.keys(emptyValues) as (keyof RegisterValues)[];
  return names.every((name) => optionalFields.includes(name) || values[name]?.trim());
}

export function RegisterForm() {
  const element = useRef<HTMLFormElement>(null);
  const toLogin = useRef<HTMLAnchorElement>(null);
  const queryClient = useQueryClient();
  const form = useCheckedForm(registerSchema, emptyValues);
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const values = useWatch({ control: form.control });
  const box = useBriefNotice();
  const [outcome, setOutcome] = useState<'none' | 'registered' | 'pending'>('none');

  // Clearing has to wait for the end of the submission, which would otherwise mark the empty form as sent.
  useEffect(() => {
    if (!isSubmitSuccessful) return;
    form.reset(emptyValues);
    toLogin.current?.focus();
  }, [isSubmitSuccessful, form]);

  async function submit(typed: RegisterValues) {
    setOutcome('none');
    try {
      const { pendingApproval } = await register(typed);
      setOutcome(pendingApproval ? 'pending' : 'registered');
      // That there is an account now is for the next screen: this one stays as it is.
      void queryClient.invalidateQueries({ queryKey: businessQuery.queryKey, refetchType: 'none' });
      box.show();
    } catch (error) {
      fail(error);
    }
  }

  function fail(error: unknown) {
    const text = registerErrorText(error);
    if (error instanceof ApiError && error.status === 409) {
      form.setError('username', { type: 'server', message: text });
      if (element.current) revealField(element.current, 'username');
      return;
    }
    showFailure(form, { error, text, element: element.current });
  }

  return (
    <>
      <form ref={element} noValidate className="stack-5" onSubmit={form.handleSubmit(submit)}>
        <PersonFields form={form} />
        <AccountFields form={form} />
        {errors.root ? <FormError>{errors.root.message}</FormError> : null}
        {box.shown ? (
          <Notice tone="ok" title={s.doneTitle}>
            {outcome === 'pending' ? s.donePending : s.done}
          </Notice>
        ) : null}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full"
          disabled={!isFilled(values)}
          busy={isSubmitting}
          busyLabel={s.submitting}
        >
          {s.submit}
        </Button>
      </form>
      <Divider>{s.haveAccount}</Divider>
      <ButtonLink
        ref={toLogin}
        to="/login"
        size="lg"
        variant={outcome === 'none' ? 'secondary' : 'primary'}
        className="w-full"
      >
        {s.toLogin}
      </ButtonLink>
    </>
  );
}

type FieldsProps = { form: UseFormReturn<RegisterValues> };

function PersonFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label={f.firstName} error={errors.firstName?.message}>
        <Input required autoComplete="given-name" {...form.register('firstName')} />
      </Field>
      <Field label={f.middleName} optional error={errors.middleName?.message}>
        <Input autoComplete="additional-name" {...form.register('middleName')} />
      </Field>
      <Field label={f.lastName} error={errors.lastName?.message}>
        <Input required autoComplete="family-name" {...form.register('lastName')} />
      </Field>
      <Field label={f.secondLastName} optional error={errors.secondLastName?.message}>
        <Input autoComplete="off" {...form.register('secondLastName')} />
      </Field>
    </div>
  );
}

function AccountFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  return (
    <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
      <Field label={f.username} error={errors.username?.message}>
        <Input
          required
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          {...form.register('username')}
        />
      </Field>
      <Field label={f.dni} error={errors.dni?.message}>
        <Input required autoComplete="off" autoCapitalize="characters" spellCheck={false} {...form.register('dni')} />
      </Field>
      <Field label={f.email} error={errors.email?.message} className="sm:col-span-2">
        <Input required type="email" autoComplete="email" {...form.register('email')} />
      </Field>
      <Field label={f.password} error={errors.password?.message}>
        <PasswordInput
          required
          autoComplete="new-password"
          {...form.register('password', { deps: ['confirmPassword'] })}
        />
      </Field>
      <Field label={f.confirmPassword} error={errors.confirmPassword?.message}>
        <PasswordInput required autoComplete="new-password" {...form.register('confirmPassword')} />
      </Field>
    </div>
  );
}
