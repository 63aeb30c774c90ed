import { useNavigate } from '@tanstack/react-router';
import { useId, useRef } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '@/lib/api-error';
import { applyFieldErrors } from '@/lib/field-errors';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { Button } from '@/ui/button';
import { Dialog, DialogClose } from '@/ui/dialog';
import { Field } from '@/ui/field';
import { Input } from '@/ui/input';
import { SaveHint } from '@/ui/save-hint';
import { FormError } from '@/ui/states';
import { showToast } from '@/ui/toast';
import { type Product, useDuplicateProduct } from './api';
import { actionStrings, duplicateStrings as s, skuStrings } from './strings';
import { useSkuCheck } from './use-sku-check';

type DuplicateDialogProps = { product: Product; onClose: () => void };

export default function DuplicateDialog({ product, onClose }: DuplicateDialogProps) {
  const formId = useId();
  const input = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const navigate = useNavigate();
  const duplicate = useDuplicateProduct();
  const form = useForm({ defaultValues: { new_sku: '' } });
  const { errors, isDirty, isSubmitting } = form.formState;
  const check = useSkuCheck(useWatch({ control: form.control, name: 'new_sku' }), { enabled: true });
  const { ref, ...registered } = form.register('new_sku', {
    validate: (text) => text.trim() !== '' || skuStrings.required,
  });

  async function submit({ new_sku }: { new_sku: string }) {
    if (check.state === 'taken') return;
    if (check.state === 'unknown') {
      check.retry();
      return;
    }
    try {
      const copy = await duplicate.mutateAsync({ id: product.idProduct, sku: new_sku.trim(), once });
      const open = () => void navigate({ to: '/productos/$id', params: { id: String(copy.idProduct) } });
      showToast({ title: s.done, description: copy.sku, action: { label: s.open, onClick: open } });
      onClose();
    } catch (error) {
      if (applyFieldErrors(form, error) === null) form.setError('root', { message: errorText(error) });
      else input.current?.focus();
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={s.title}
      description={
        <>
          <span className="text-ink">{product.name}</span> · <span className="code">{product.sku}</span>
        </>
      }
      initialFocus={input}
      dirty={isDirty}
      footer={
        <>
          <SaveHint />
          <DialogClose render={<Button />}>{actionStrings.cancel}</DialogClose>
          <Button type="submit" form={formId} variant="primary" busy={isSubmitting} busyLabel={s.duplicating}>
            {s.confirm}
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
        <Field label={s.sku} hint={check.hint ?? s.hint} error={errors.new_sku?.message ?? check.error}>
          <Input
            required
            maxLength={64}
            autoComplete="off"
            className="code text-base"
            {...registered}
            ref={joinRefs(ref, input)}
          />
        </Field>
        {errors.root ? (
          <FormError>
            <p className="font-semibold">{s.failed}</p>
            <p>{errors.root.message}</p>
          </FormError>
        ) : null}
      </form>
    </Dialog>
  );
}
