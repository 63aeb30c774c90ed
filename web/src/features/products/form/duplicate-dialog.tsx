import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useWatch } from 'react-hook-form';
import { filled, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { useOnceKey } from '@/lib/once-key';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { type Product, useDuplicateProduct } from '../api';
import { duplicateStrings as s, skuStrings } from '../strings';
import { ProductName } from './product-name';
import { useSkuCheck } from './use-sku-check';

const duplicateRules = rulesFor<{ new_sku: string }>({ new_sku: filled(skuStrings.required) });

type DuplicateDialogProps = { product: Product; onClose: () => void };

export default function DuplicateDialog({ product, onClose }: DuplicateDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const once = useOnceKey();
  const navigate = useNavigate();
  const duplicate = useDuplicateProduct();
  const form = useCheckedForm(duplicateRules, { new_sku: '' });
  const { errors } = form.formState;
  const check = useSkuCheck(useWatch({ control: form.control, name: 'new_sku' }), { enabled: true });
  const { ref, ...registered } = form.register('new_sku');

  async function submit({ new_sku }: { new_sku: string }) {
    if (check.state === 'taken') return;
    if (check.state === 'unknown') {
      check.retry();
      return;
    }
    const copy = await duplicate.mutateAsync({ id: product.idProduct, sku: new_sku.trim(), once });
    const open = () => void navigate({ to: '/productos/$id', params: { id: String(copy.idProduct) } });
    showToast({ title: s.done, description: copy.sku, action: { label: s.open, onClick: open } });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title}
      description={<ProductName product={product} />}
      initialFocus={input}
      saveLabel={s.confirm}
      savingLabel={s.duplicating}
      failedTitle={s.failed}
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
    </FormDialog>
  );
}
