import { useQuery } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { parseWhole } from '@/lib/parse-whole';
import { useUser } from '@/lib/session';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, FormError, LoadingRegion, Notice } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { PasswordInput } from '@/ui/form/password-input';
import { Select } from '@/ui/form/select';
import { Card, CardHeader } from '@/ui/layout/card';
import { SaveBar } from '../save-bar';
import { useSettingsForm } from '../use-settings-form';
import { type MailChange, type MailServer, mailQuery, useSaveMail, useTestMail } from './api';
import { strings as s } from './strings';

export function MailServerCard() {
  const { data, error, refetch } = useQuery(mailQuery);
  return (
    <Card aria-labelledby="mail-server">
      <CardHeader id="mail-server" title={s.server} description={s.serverHint} />
      <div className="border-t border-line p-4">
        {data ? (
          <div className="stack-5">
            {data.fromFlags ? (
              <Notice tone="info" title={s.fromFlags}>
                {s.fromFlagsText}
              </Notice>
            ) : (
              <ServerForm loaded={data} />
            )}
            {data.fromFlags || data.host !== '' ? <TestMail /> : null}
          </div>
        ) : error ? (
          <ErrorState title={s.serverFailed} text={errorText(error)} onRetry={() => void refetch()} />
        ) : (
          <LoadingRegion
            label={s.serverLoading}
            className="grid min-h-160 content-start gap-5 sm:min-h-72 sm:grid-cols-2"
          >
            <Skeleton className="h-10" />
            <Skeleton className="h-10" />
          </LoadingRegion>
        )}
      </div>
    </Card>
  );
}

/** The password there is never leaves the server; an empty field leaves it as it is. Ports are text while typed. */
type Values = Required<Omit<MailChange, 'port'>> & { port: string };

function valuesOf({ host, port, security, username, sender }: MailServer): Values {
  return { host, port: String(port), security, username, sender, password: '' };
}

/** What the server says about a port that is none stands at its field. */
function changeOf({ port, password, ...values }: Values): MailChange {
  return { ...values, port: parseWhole(port) ?? 0, ...(password === '' ? {} : { password }) };
}

const securities = Object.entries(s.securities).map(([value, label]) => ({ value, label }));

/** The port that goes with each, as its name says. */
const usualPorts: Record<string, string> = { starttls: '587', tls: '465', none: '25' };

function ServerForm({ loaded }: { loaded: MailServer }) {
  const { mutateAsync } = useSaveMail();
  const save = (values: Values) => mutateAsync(changeOf(values));
  const { form, props } = useSettingsForm({ loaded, valuesOf, save });
  const { errors } = form.formState;

  /** A port of one's own stays as it is. */
  function followSecurity(security: string) {
    const port = usualPorts[security];
    const isUsual = Object.values(usualPorts).includes(form.getValues('port'));
    if (port !== undefined && isUsual) form.setValue('port', port, { shouldDirty: true });
  }

  return (
    <form {...props} className="stack-5">
      <div className="grid gap-x-4 gap-y-5 sm:grid-cols-2">
        <Field label={s.host} hint={s.hostHint} error={errors.host?.message}>
          <Input autoComplete="off" spellCheck={false} {...form.register('host')} />
        </Field>
        <Field label={s.port} error={errors.port?.message}>
          <Input integer {...form.register('port')} />
        </Field>
        <Field label={s.security} error={errors.security?.message}>
          <Select
            options={securities}
            {...form.register('security', { onChange: (event) => followSecurity(event.target.value) })}
          />
        </Field>
        <Field label={s.sender} hint={s.senderHint} error={errors.sender?.message}>
          <Input autoComplete="off" spellCheck={false} {...form.register('sender')} />
        </Field>
        <Field label={s.username} optional error={errors.username?.message}>
          <Input autoComplete="off" autoCapitalize="none" spellCheck={false} {...form.register('username')} />
        </Field>
        <Field
          label={s.password}
          optional
          error={errors.password?.message}
          {...(loaded.hasPassword && { hint: s.passwordKept })}
        >
          <PasswordInput autoComplete="new-password" {...form.register('password')} />
        </Field>
      </div>
      <SaveBar form={form} leaveBody={s.leaveBody} />
    </form>
  );
}

/** Tries what is saved, with an e-mail to who asks. */
function TestMail() {
  const user = useUser();
  const test = useTestMail();
  return (
    <div className="stack-3">
      <Button
        busy={test.isPending}
        busyLabel={s.testing}
        onClick={() =>
          test.mutate(undefined, {
            onSuccess: () => showToast({ title: s.testSent, description: s.testSentText(user.email) }),
          })
        }
      >
        {s.test}
      </Button>
      {test.error ? (
        <FormError>
          {s.testFailed}. {errorText(test.error)}
        </FormError>
      ) : null}
    </div>
  );
}
