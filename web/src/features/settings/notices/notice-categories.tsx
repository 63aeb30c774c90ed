import { useQuery } from '@tanstack/react-query';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { errorText } from '@/lib/api-error';
import { FormError } from '@/ui/feedback/states';
import { Checkbox } from '@/ui/form/checkbox';
import { Segmented } from '@/ui/form/segmented';
import { labelsQuery } from '../labels/api';
import type { NoticeValues } from './notice-form';
import { noticeStrings as s } from './strings';

const choices = [
  { value: 'all', label: s.allCategories, shortLabel: s.allShort },
  { value: 'some', label: s.someCategories, shortLabel: s.someShort },
] as const;

/** What e-mails are about: everything, or some categories. */
export function NoticeCategories({ form }: { form: UseFormReturn<NoticeValues> }) {
  const all = useWatch({ control: form.control, name: 'allCategories' });
  const error = form.formState.errors.categories?.message;
  form.register('categories');
  return (
    <fieldset className="stack-3" aria-describedby={error ? 'categories-error' : undefined}>
      <legend className="mb-1.5 font-medium">{s.categories}</legend>
      <Segmented
        label={s.categories}
        segments={choices}
        value={all ? 'all' : 'some'}
        onValueChange={(value) => form.setValue('allCategories', value === 'all', { shouldDirty: true })}
      />
      {all ? null : <CategoryList form={form} />}
      {error ? (
        <p id="categories-error" className="text-sm text-out-fg">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

/** Zero stands for products without a category. */
function CategoryList({ form }: { form: UseFormReturn<NoticeValues> }) {
  const { data, error } = useQuery(labelsQuery('categorias'));
  const chosen = useWatch({ control: form.control, name: 'categories' });
  const options = [...(data ?? []), { id: 0, name: s.noCategory }];

  function choose(id: number, checked: boolean) {
    const next = checked ? [...chosen, id] : chosen.filter((other) => other !== id);
    form.clearErrors('categories');
    // Sorted, so that taking a choice back is no change.
    form.setValue(
      'categories',
      next.toSorted((a, b) => a - b),
      { shouldDirty: true },
    );
  }

  if (error) {
    return (
      <FormError>
        {s.categoriesFailed}. {errorText(error)}
      </FormError>
    );
  }
  return (
    <div className="grid gap-x-4 gap-y-1.5 sm:grid-cols-2 lg:grid-cols-3">
      {options.map(({ id, name }) => (
        <Checkbox
          key={id}
          name="categories"
          label={name}
          checked={chosen.includes(id)}
          onCheckedChange={(checked) => choose(id, checked)}
        />
      ))}
    </div>
  );
}
