import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { isOvertaken } from '@/lib/api-error';
import type { Profile } from '@/lib/api-types';
import { useCheckedForm } from '@/lib/checked-form';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { LeaveGuard } from '@/ui/form/leave-guard';
import { showFailure } from '@/ui/form/show-failure';
import { profileQuery, useSaveProfile, type VersionedProfile } from './api';
import { profileLoadErrorText, profileSaveErrorText } from './profile-errors';
import { ProfileOvertaken } from './profile-overtaken';
import { profileStrings } from './profile-strings';
import { type ProfileValues, profileSchema } from './schemas';
import { strings } from './strings';

const s = profileStrings;
const f = strings.fields;

function valuesOf(profile: Profile): ProfileValues {
  const { firstName, middleName, lastName, secondLastName, email } = profile;
  return { firstName, middleName, lastName, secondLastName, email };
}

type ProfileFormProps = { loaded: VersionedProfile; onSaved: () => void; onCancel: () => void };

export function ProfileForm({ loaded, onSaved, onCancel }: ProfileFormProps) {
  const element = useRef<HTMLFormElement>(null);
  // What the person is editing; a newer version that arrives meanwhile must not hide that a user was faster.
  const [base, setBase] = useState(loaded);
  const [overtaken, setOvertaken] = useState<'none' | 'found' | 'merged'>('none');
  const form = useCheckedForm(profileSchema, valuesOf(loaded.profile));
  const save = useSaveProfile();
  const queryClient = useQueryClient();
  // dirtyFields is read here because a reset that keeps what was typed relies on it being watched.
  const { errors, isDirty, dirtyFields, isSubmitting } = form.formState;

  async function submit(change: ProfileValues) {
    try {
      await save.mutateAsync({ change, version: base.version });
      onSaved();
    } catch (error) {
      if (isOvertaken(error)) setOvertaken('found');
      else showFailure(form, { error, text: profileSaveErrorText(error), element: element.current });
    }
  }

  /** Fields that were not touched take the current values; the others keep what was typed. */
  async function loadCurrent() {
    try {
      const current = await queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
      setBase(current);
      form.reset(valuesOf(current.profile), { keepDirtyValues: true });
      setOvertaken('merged');
    } catch (error) {
      form.setError('root', { message: profileLoadErrorText(error) });
    }
  }

  const currentValues = overtaken === 'merged' ? valuesOf(base.profile) : null;

  return (
    <form ref={element} noValidate className="stack-5" onSubmit={form.handleSubmit(submit)}>
      <ProfileFields form={form} currentValues={currentValues} touched={dirtyFields} />
      <p className="text-sm text-ink-2 wrap-anywhere">{s.fixed(base.profile.username, base.profile.dni)}</p>
      <ProfileOvertaken state={overtaken} onLoadCurrent={loadCurrent} />
      {errors.root ? <FormError>{errors.root.message}</FormError> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>{s.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={s.saving}>
          {s.save}
        </Button>
      </div>
      <LeaveGuard active={isDirty && !isSubmitting} body={s.leaveText} />
    </form>
  );
}

type ProfileFieldsProps = {
  form: UseFormReturn<ProfileValues>;
  /**
   * After another user saved first: what the server has now, shown under each field where something else was typed.
   */
  currentValues: ProfileValues | null;
  touched: Partial<Record<keyof ProfileValues, boolean>>;
};

function ProfileFields({ form, currentValues, touched }: ProfileFieldsProps) {
  const { errors } = form.formState;

  function field(name: keyof ProfileValues) {
    const isKept = currentValues !== null && touched[name];
    return {
      label: f[name],
      error: errors[name]?.message,
      ...(isKept && { hint: s.currentValue(currentValues[name]) }),
    };
  }

  return (
    <div className="grid gap-x-4 gap-y-5 border-t border-line pt-5 sm:grid-cols-2">
      <Field {...field('firstName')}>
        <Input autoFocus required autoComplete="given-name" {...form.register('firstName')} />
      </Field>
      <Field {...field('middleName')} optional>
        <Input autoComplete="additional-name" {...form.register('middleName')} />
      </Field>
      <Field {...field('lastName')}>
        <Input required autoComplete="family-name" {...form.register('lastName')} />
      </Field>
      <Field {...field('secondLastName')} optional>
        <Input autoComplete="off" {...form.register('secondLastName')} />
      </Field>
      <Field {...field('email')} className="sm:col-span-2">
        <Input required type="email" autoComplete="email" {...form.register('email')} />
      </Field>
    </div>
  );
}
