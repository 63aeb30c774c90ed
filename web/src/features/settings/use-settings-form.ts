import { type RefObject, useEffect, useRef } from 'react';
import { type DefaultValues, type FieldValues, type UseFormReturn, useForm } from 'react-hook-form';
import { errorText } from '@/lib/api-error';
import { showToast } from '@/ui/feedback/toast';
import { showFailure } from '@/ui/form/show-failure';
import { strings } from './strings';

type Settings<Loaded, Values extends FieldValues> = {
  loaded: Loaded;
  /** What people choose, without what the server alone knows. */
  valuesOf: (loaded: Loaded) => Values;
  save: (values: Values) => Promise<Loaded>;
};

export type SettingsForm<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** For the form element, which also shows the field that was refused. */
  props: { ref: RefObject<HTMLFormElement | null>; noValidate: true; onSubmit: () => Promise<void> };
};

/** A form of the settings: it says that it saved or why not, and what was chosen in another window arrives here too. */
export function useSettingsForm<Loaded, Values extends FieldValues>(
  settings: Settings<Loaded, Values>,
): SettingsForm<Values> {
  const { loaded, valuesOf, save } = settings;
  const ref = useRef<HTMLFormElement>(null);
  const form = useForm<Values>({ defaultValues: valuesOf(loaded) as DefaultValues<Values> });
  // Nothing slips in under what is being changed.
  useEffect(() => {
    if (!form.formState.isDirty) form.reset(valuesOf(loaded));
  }, [form, loaded, valuesOf]);

  async function submit(values: Values) {
    try {
      form.reset(valuesOf(await save(values)));
      showToast({ title: strings.saved });
    } catch (error) {
      showFailure(form, { error, text: errorText(error), element: ref.current });
    }
  }

  return { form, props: { ref, noValidate: true, onSubmit: form.handleSubmit(submit) } };
}
