import { type UseFormReturn, useWatch } from 'react-hook-form';
import { useUser } from '@/lib/session';
import { Notice as NoticeBox } from '@/ui/feedback/states';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { MiniSwitch } from '@/ui/form/mini-switch';
import { Select } from '@/ui/form/select';
import { Switch } from '@/ui/form/switch';
import { Card, CardHeader } from '@/ui/layout/card';
import { SaveBar } from '../save-bar';
import { useSettingsForm } from '../use-settings-form';
import { type Notice, type NoticeChange, useSaveNotice } from './api';
import { NoticeCategories } from './notice-categories';
import { noticeStrings as s } from './strings';

/** What people choose, without what the server alone knows. */
export type NoticeValues = NoticeChange;

function valuesOf(notice: Notice): NoticeValues {
  const { emailAvailable, nextDigestAt, ...chosen } = notice;
  void [emailAvailable, nextDigestAt];
  return chosen;
}

export function NoticeForm({ loaded }: { loaded: Notice }) {
  const { mutateAsync: save } = useSaveNotice();
  const { form, props } = useSettingsForm({ loaded, valuesOf, save });
  return (
    <form {...props} className="stack-5">
      {loaded.emailAvailable ? null : (
        <NoticeBox tone="info" title={s.noMail}>
          {s.noMailText}
        </NoticeBox>
      )}
      <LevelChoices form={form} />
      <MailChoices form={form} loaded={loaded} />
      <SaveBar form={form} leaveBody={s.leaveBody} />
    </form>
  );
}

type FormProps = { form: UseFormReturn<NoticeValues> };

const levels = ['out_of_stock', 'critical', 'low', 'late'] as const;
const modes = Object.entries(s.modes).map(([value, label]) => ({ value, label }));

/** One line for each level: the bell, and when an e-mail is sent. */
function LevelChoices({ form }: FormProps) {
  const values = useWatch({ control: form.control });
  return (
    <Card aria-labelledby="notices">
      <CardHeader id="notices" title={s.title} description={s.hint} />
      <ul className="ruled border-t border-line">
        {levels.map((level) => (
          <li
            key={level}
            className="grid items-center gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]"
          >
            <div>
              <p className="font-medium">{s.levels[level]}</p>
              <p className="text-sm text-ink-2">{s.levelHints[level]}</p>
            </div>
            <MiniSwitch
              label={s.bell}
              accessibleLabel={s.bellOf(s.levels[level])}
              checked={values[level]?.bell ?? false}
              onCheckedChange={(bell) => form.setValue(`${level}.bell`, bell, { shouldDirty: true })}
            />
            <div className="flex items-center gap-2.5">
              <span aria-hidden className="text-sm text-ink-2">
                {s.email}
              </span>
              <Select
                options={modes}
                small
                aria-label={s.emailOf(s.levels[level])}
                {...form.register(`${level}.email`)}
              />
            </div>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** When e-mails arrive and what they are about. */
function MailChoices({ form, loaded }: FormProps & { loaded: Notice }) {
  const { email } = useUser();
  const { errors } = form.formState;
  const quiet = useWatch({ control: form.control, name: 'quiet' });
  return (
    <Card aria-labelledby="notice-mail">
      <CardHeader id="notice-mail" title={s.mailTitle} description={s.mailHint(email)} />
      <div className="stack-5 border-t border-line p-4">
        <Field
          label={s.digestTime}
          hint={loaded.nextDigestAt ? `${s.digestTimeHint} ${s.nextDigest(loaded.nextDigestAt)}` : s.digestTimeHint}
          error={errors.digestTime?.message}
        >
          <Input type="time" className="max-w-40" {...form.register('digestTime')} />
        </Field>
        <div className="stack-3">
          <Switch
            label={s.quiet}
            hint={s.quietHint}
            checked={quiet}
            onCheckedChange={(on) => form.setValue('quiet', on, { shouldDirty: true })}
          />
          {quiet ? (
            <div className="grid max-w-84 grid-cols-2 gap-4">
              <Field label={s.quietFrom} error={errors.quietFrom?.message}>
                <Input type="time" {...form.register('quietFrom')} />
              </Field>
              <Field label={s.quietTo} error={errors.quietTo?.message}>
                <Input type="time" {...form.register('quietTo')} />
              </Field>
            </div>
          ) : null}
        </div>
        <NoticeCategories form={form} />
      </div>
    </Card>
  );
}
