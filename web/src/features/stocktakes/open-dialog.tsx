import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { categoriesQuery } from '@/features/shared/api';
import { LocationField } from '@/features/shared/location-field';
import { mainLocation, useActiveLocations } from '@/features/shared/use-locations';
import { useOnceKey } from '@/lib/once-key';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Select } from '@/ui/form/select';
import { Switch } from '@/ui/form/switch';
import { Textarea } from '@/ui/form/textarea';
import { useOpenStocktake } from './api';
import { openStrings as s } from './strings';

type OpenValues = { locationId: string; category: string; notes: string };

/** Begins a count of a location, of the whole of it or of one category. */
export default function OpenDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const once = useOnceKey();
  const open = useOpenStocktake();
  const [blind, setBlind] = useState(false);
  const form = useForm<OpenValues>({ defaultValues: { locationId: '', category: '', notes: '' } });
  const { errors } = form.formState;
  const locations = useActiveLocations();
  const { data: categories = [] } = useQuery(categoriesQuery);

  async function submit({ locationId, category, notes }: OpenValues) {
    const { id } = await open.mutateAsync({
      body: {
        blind,
        ...(locations.length > 1 && { locationId: Number(locationId) || (mainLocation(locations)?.id ?? 0) }),
        ...(category !== '' && { category }),
        ...(notes.trim() !== '' && { notes: notes.trim() }),
      },
      once,
    });
    await navigate({ to: '/inventario', search: { tab: 'recuentos', recuento: id } });
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={s.description}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <LocationField form={form} label={s.location} />
      <Field label={s.category} error={errors.category?.message}>
        <Select
          options={[
            { value: '', label: s.allCategories },
            ...categories.map(({ name }) => ({ value: name, label: name })),
          ]}
          {...form.register('category')}
        />
      </Field>
      <Switch label={s.blind} hint={s.blindHint} checked={blind} onCheckedChange={setBlind} />
      <Field label={s.notes} optional error={errors.notes?.message}>
        <Textarea rows={2} maxLength={2000} {...form.register('notes')} />
      </Field>
    </FormDialog>
  );
}
