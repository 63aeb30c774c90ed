import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { mainLocation, useActiveLocations } from '@/features/stock/use-locations';
import { errorText } from '@/lib/api-error';
import { applyFieldErrors } from '@/lib/field-errors';
import { useOnceKey } from '@/lib/once-key';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { SaveHint } from '@/ui/save-hint';
import { Select } from '@/ui/select';
import { FormError } from '@/ui/states';
import { Switch } from '@/ui/switch';
import { Textarea } from '@/ui/textarea';
import { categoriesQuery, useOpenStocktake } from './api';
import { openStrings as s } from './strings';

type OpenValues = { locationId: string; category: string; notes: string };

/** Begins a count of a location, of the whole of it or of one category. */
export default function OpenDialog({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const navigate = useNavigate();
  const once = useOnceKey();
  const open = useOpenStocktake();
  const [blind, setBlind] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<OpenValues>({ defaultValues: { locationId: '', category: '', notes: '' } });
  const { errors, isSubmitting } = form.formState;
  const locations = useActiveLocations();
  const locationId =
    useWatch({ control: form.control, name: 'locationId' }) || String(mainLocation(locations)?.id ?? '');
  const { data: categories = [] } = useQuery(categoriesQuery);

  async function submit({ category, notes }: OpenValues) {
    setFailure(null);
    try {
      const { id } = await open.mutateAsync({
        body: {
          blind,
          ...(locations.length > 1 && { locationId: Number(locationId) }),
          ...(category !== '' && { category }),
          ...(notes.trim() !== '' && { notes: notes.trim() }),
        },
        once,
      });
      await navigate({ to: '/inventario', search: { tab: 'recuentos', recuento: id } });
    } catch (error) {
      if (applyFieldErrors(form, error) === null) setFailure(errorText(error));
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={s.title}
      description={s.description}
      dirty={form.formState.isDirty}
      footer={
        <>
          <SaveHint />
          <DialogClose render={<Button />}>{s.cancel}</DialogClose>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting} busyLabel={s.saving}>
            {s.save}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="space-y-4"
        onSubmit={(event) => void form.handleSubmit(submit)(event)}
      >
        {locations.length > 1 ? (
          <Field label={s.location} error={errors.locationId?.message}>
            <Select
              options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
              {...form.register('locationId')}
              value={locationId}
            />
          </Field>
        ) : null}
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
        {failure === null ? null : (
          <FormError>
            <p className="font-semibold">{s.failed}</p>
            <p>{failure}</p>
          </FormError>
        )}
      </form>
    </Dialog>
  );
}
