import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { categoriesQuery } from '@/features/shared/api';
import { errorText } from '@/lib/api-error';
import { chosen, filled, passes, passesAt, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { FormError } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import { showFailure } from '@/ui/form/show-failure';
import { strings as uiStrings } from '@/ui/strings';
import { type ForecastEvent, useSaveEvent } from './api';
import { bodyOf, type EventValues, eventValues, parseUplift } from './event-values';
import { eventStrings as s } from './working-strings';

const eventRules = rulesFor<EventValues>({
  name: filled(s.nameRequired),
  dateFrom: chosen(s.dateRequired),
  dateTo: chosen(s.dateRequired),
  uplift: passes<string>((text) => parseUplift(text) !== null || s.upliftInvalid),
}).check(passesAt('dateTo', ({ dateFrom, dateTo }) => dateTo >= dateFrom || s.dateOrder));

type EventFormProps = { event: ForecastEvent | null; onDone: () => void };

/** One event, new or as it was. */
export function EventForm({ event, onDone }: EventFormProps) {
  const element = useRef<HTMLFormElement>(null);
  const { data: categories = [] } = useQuery(categoriesQuery);
  const save = useSaveEvent();
  const form = useCheckedForm(eventRules, eventValues(event));
  const { errors, isSubmitting } = form.formState;

  async function submit(values: EventValues) {
    try {
      await save.mutateAsync({ id: event?.id ?? null, body: bodyOf(values) });
      showToast({ title: s.saved, description: s.savedText });
      onDone();
    } catch (error) {
      showFailure(form, { error, text: errorText(error), element: element.current });
    }
  }

  return (
    <form
      ref={element}
      noValidate
      className="stack-4"
      onSubmit={(submitted) => void form.handleSubmit(submit)(submitted)}
    >
      <Field label={s.name} error={errors.name?.message}>
        <Input autoFocus maxLength={100} placeholder={s.namePlaceholder} {...form.register('name')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={s.dateFrom} error={errors.dateFrom?.message}>
          <Input type="date" {...form.register('dateFrom')} />
        </Field>
        <Field label={s.dateTo} error={errors.dateTo?.message}>
          <Input type="date" {...form.register('dateTo')} />
        </Field>
      </div>
      <Field label={s.uplift} hint={s.upliftHint} error={errors.uplift?.message}>
        <Input inputMode="text" className="num w-36 text-right" {...form.register('uplift')} />
      </Field>
      <Field label={s.category} error={errors.category?.message}>
        <Select
          options={[
            { value: '', label: s.allProducts },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          {...form.register('category')}
        />
      </Field>
      <Controller
        control={form.control}
        name="yearly"
        render={({ field }) => <Checkbox label={s.yearly} checked={field.value} onCheckedChange={field.onChange} />}
      />
      {errors.root?.message === undefined ? null : (
        <FormError>
          <p className="font-semibold">{s.saveFailed}</p>
          <p>{errors.root.message}</p>
        </FormError>
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>{uiStrings.cancel}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={s.saving}>
          {s.save}
        </Button>
      </div>
    </form>
  );
}
