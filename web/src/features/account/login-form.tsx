import { zodResolver } from '@hookform/resolvers/zod';
import { Link } from '@tanstack/react-router';
import { type AnimationEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm, useWatch } from 'react-hook-form';
import type { Business } from '@/lib/api-types';
import { signIn } from '@/lib/session';
import { Button } from '@/ui/button';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { PasswordInput } from '@/ui/password-input';
import { FormError } from '@/ui/states';
import { login } from './api';
import { textLinkClass } from './auth-layout';
import { loginErrorText } from './errors';
import { type LoginValues, loginSchema } from './schemas';
import { showFailure } from './show-failure';
import { strings } from './strings';

const s = strings.login;

type DemoAccount = NonNullable<Business['demo']>;

type LoginFormProps = {
  demo: DemoAccount | null;
  /** What stands between the form and the demo account. */
  children: ReactNode;
};

export function LoginForm({ demo, children }: LoginFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const submitButton = useRef<HTMLButtonElement>(null);
  const form = useForm({
    resolver: zodResolver(loginSchema),
    defaultValues: { username: '', password: '' },
  });
  const { errors, isSubmitting } = form.formState;
  const { username, password } = useWatch({ control: form.control });
  const autofill = useAutofill();
  const isFilled = autofill.happened || Boolean(username?.trim() && password?.trim());

  async function submit(values: LoginValues) {
    try {
      signIn(await login(values));
    } catch (error) {
      showFailure(form, { error, text: loginErrorText(error), element: element.current });
    }
  }

  function fillIn(account: DemoAccount) {
    // The button is disabled until the fields have text, and only an enabled one takes the focus.
    flushSync(() => form.reset(account));
    submitButton.current?.focus();
  }

  return (
    <>
      <form
        ref={element}
        noValidate
        className="space-y-5"
        onSubmit={form.handleSubmit(submit)}
        onAnimationStart={autofill.onAnimationStart}
      >
        <Field label={strings.fields.username} error={errors.username?.message}>
          <Input
            autoFocus
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            className={autofillClass}
            {...form.register('username')}
          />
        </Field>
        <Field
          label={strings.fields.password}
          error={errors.password?.message}
          action={
            <Link to="/password-recovery" className={textLinkClass}>
              {s.forgotten}
            </Link>
          }
        >
          <PasswordInput
            required
            autoComplete="current-password"
            className={autofillClass}
            {...form.register('password')}
          />
        </Field>
        {errors.root ? <FormError>{errors.root.message}</FormError> : null}
        <Button
          ref={submitButton}
          type="submit"
          variant="primary"
          size="lg"
          className="w-full"
          disabled={!isFilled}
          busy={isSubmitting}
          busyLabel={s.submitting}
        >
          {s.submit}
        </Button>
      </form>
      {children}
      {demo ? <DemoBox account={demo} onFill={() => fillIn(demo)} /> : null}
    </>
  );
}

function DemoBox({ account, onFill }: { account: DemoAccount; onFill: () => void }) {
  return (
    <section
      aria-label={s.demoTitle}
      className="mt-7 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg bg-info-bg px-4 py-3 text-info-fg"
    >
      <div className="min-w-0 text-sm">
        <h2 className="font-semibold">{s.demoTitle}</h2>
        <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3">
          <dt>{strings.fields.username}</dt>
          <dd className="code leading-5 wrap-anywhere">{account.username}</dd>
          <dt>{strings.fields.password}</dt>
          <dd className="code leading-5 wrap-anywhere">{account.password}</dd>
        </dl>
      </div>
      <Button onClick={onFill}>{s.demoFill}</Button>
    </section>
  );
}

/** The only animation that can start on a field: it does when the browser fills it in. */
const autofillClass = 'autofill:animate-[appear_1ms]';

/**
 * A browser that fills a form in by itself tells the page nothing until the person does something; the
 * animation is the sign that the fields are not empty, so that the button does not look dead.
 */
function useAutofill() {
  const [happened, setHappened] = useState(false);
  return {
    happened,
    onAnimationStart: (event: AnimationEvent) => {
      if (event.animationName === 'appear') setHappened(true);
    },
  };
}
