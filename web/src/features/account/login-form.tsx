import { Link } from '@tanstack/react-router';
import { type AnimationEvent, type ChangeEvent, type FormEvent, type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError } from '@/lib/api-error';
import type { Business } from '@/lib/api-types';
import { cn } from '@/lib/cn';
import { signIn } from '@/lib/session';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { PasswordInput } from '@/ui/form/password-input';
import { revealField } from '@/ui/form/reveal-field';
import { login } from './api';
import { textLinkClass } from './auth-layout';
import { loginErrorText } from './errors';
import { strings } from './strings';

const s = strings.login;

type DemoAccount = NonNullable<Business['demo']>;

type LoginFormProps = {
  demo: DemoAccount | null;
  /** What stands between the form and the demo account. */
  children: ReactNode;
};

const fieldNames = ['username', 'password'] as const;
type FieldName = (typeof fieldNames)[number];
type Values = Record<FieldName, string>;
type Errors = Partial<Record<FieldName | 'form', string>>;

/** The document knows what the browser filled in by itself; the page may not have been told. */
function valuesIn(form: HTMLFormElement): Values {
  const data = new FormData(form);
  const text = (name: FieldName) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  return { username: text('username'), password: text('password') };
}

function missing(values: Values): Errors {
  return {
    ...(values.username.trim() === '' && { username: strings.invalid.username }),
    ...(values.password.trim() === '' && { password: strings.invalid.password }),
  };
}

/** What the server says, at the field it is about or in the box above the button. */
function refusal(error: unknown): Errors {
  const fields = error instanceof ApiError ? error.fields : {};
  const known = fieldNames.flatMap((name) => {
    const messages = fields[name];
    return messages ? [[name, messages.join(', ')]] : [];
  });
  return known.length > 0 ? Object.fromEntries(known) : { form: loginErrorText(error) };
}

/**
 * Two fields need no form library, and this is the screen everybody loads first: without one it weighs a
 * sixth less.
 */
export function LoginForm({ demo, children }: LoginFormProps) {
  const submitButton = useRef<HTMLButtonElement>(null);
  const [values, setValues] = useState<Values>({ username: '', password: '' });
  const [errors, setErrors] = useState<Errors>({});
  const [isSubmitting, setSubmitting] = useState(false);
  const autofill = useAutofill();
  const isFilled = autofill.happened || Object.keys(missing(values)).length === 0;

  function show(form: HTMLFormElement, found: Errors) {
    flushSync(() => setErrors(found));
    const first = fieldNames.find((name) => found[name] !== undefined);
    if (first) revealField(form, first);
  }

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const typed = valuesIn(form);
    const gaps = missing(typed);
    if (Object.keys(gaps).length > 0) return show(form, gaps);
    setErrors({});
    setSubmitting(true);
    try {
      signIn(await login(typed));
    } catch (error) {
      show(form, refusal(error));
    } finally {
      setSubmitting(false);
    }
  }

  function edit(event: ChangeEvent<HTMLInputElement>) {
    const { name, value } = event.target;
    setValues({ ...values, [name]: value });
    setErrors({ ...errors, [name]: undefined });
  }

  function fillIn(account: DemoAccount) {
    // The button is disabled until the fields have text, and only an enabled one takes the focus.
    flushSync(() => {
      setValues({ username: account.username, password: account.password });
      setErrors({});
    });
    submitButton.current?.focus();
  }

  return (
    <>
      <form noValidate className="stack-5" onSubmit={submit} onAnimationStart={autofill.onAnimationStart}>
        <Field label={strings.fields.username} error={errors.username}>
          <Input
            name="username"
            value={values.username}
            onChange={edit}
            autoFocus
            required
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            className={autofillClass}
          />
        </Field>
        <Field
          label={strings.fields.password}
          error={errors.password}
          action={
            <Link to="/password-recovery" className={textLinkClass}>
              {s.forgotten}
            </Link>
          }
        >
          <PasswordInput
            name="password"
            value={values.password}
            onChange={edit}
            required
            autoComplete="current-password"
            className={autofillClass}
          />
        </Field>
        {errors.form ? <FormError>{errors.form}</FormError> : null}
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
      className={cn(
        'mt-7 flex flex-wrap items-center justify-between gap-x-4 gap-y-3 rounded-lg bg-info-bg px-4 py-3',
        'text-info-fg',
      )}
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
