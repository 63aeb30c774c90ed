import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useCheckedForm } from '@/lib/checked-form';
import { useHeadingFocus } from '@/lib/use-heading-focus';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { showFailure } from '@/ui/form/show-failure';
import { requestRecovery } from './api';
import { AuthLayout, textLinkClass } from './auth-layout';
import { recoveryErrorText } from './errors';
import { recoveryStrings } from './recovery-strings';
import { type RecoveryValues, recoverySchema } from './schemas';
import { strings } from './strings';
import { SuccessIcon } from './success-icon';

const s = recoveryStrings;

export function RecoveryPage() {
  const [sentTo, setSentTo] = useState<string | null>(null);
  useHeadingFocus(sentTo !== null);
  if (sentTo !== null) return <RecoverySent email={sentTo} onAgain={() => setSentTo(null)} />;
  return <RecoveryForm onSent={setSentTo} />;
}

function RecoveryForm({ onSent }: { onSent: (email: string) => void }) {
  const element = useRef<HTMLFormElement>(null);
  const form = useCheckedForm(recoverySchema, { email: '' });
  const { errors, isSubmitting } = form.formState;

  async function submit({ email }: RecoveryValues) {
    const address = email.trim();
    try {
      await requestRecovery(address);
      onSent(address);
    } catch (error) {
      showFailure(form, { error, text: recoveryErrorText(error), element: element.current });
    }
  }

  return (
    <AuthLayout title={s.title} subtitle={s.subtitle}>
      <form ref={element} noValidate className="stack-5" onSubmit={form.handleSubmit(submit)}>
        <Field label={strings.fields.email} error={errors.email?.message}>
          <Input autoFocus required type="email" autoComplete="email" {...form.register('email')} />
        </Field>
        {errors.root ? <FormError>{errors.root.message}</FormError> : null}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          className="w-full"
          busy={isSubmitting}
          busyLabel={s.submitting}
        >
          {s.submit}
        </Button>
      </form>
      <p className="mt-6 text-center">
        <Link to="/login" className={textLinkClass}>
          {s.toLogin}
        </Link>
      </p>
    </AuthLayout>
  );
}

function RecoverySent({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <AuthLayout icon={<SuccessIcon />} title={s.doneTitle}>
      <p className="text-ink-2">
        {s.doneBefore} <strong className="font-semibold text-ink wrap-anywhere">{email}</strong> {s.doneAfter}
      </p>
      <p className="mt-3 text-ink-2">{s.doneHint}</p>
      <p className="mt-3 text-ink-2">{s.doneAsk}</p>
      <div className="mt-8 stack-3">
        <ButtonLink to="/login" variant="primary" size="lg" className="w-full">
          {s.toLogin}
        </ButtonLink>
        <Button size="lg" className="w-full" onClick={onAgain}>
          {s.again}
        </Button>
      </div>
    </AuthLayout>
  );
}
