import { ClipboardPaste } from 'lucide-react';
import { Suspense, useState } from 'react';
import { type UseFormReturn, useFieldArray, useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { goesOn } from '@/features/shared/product-line';
import { ProductPicker } from '@/features/shared/product-picker';
import { formatMoney } from '@/lib/format';
import { moneyText } from '@/lib/money';
import { parseWhole } from '@/lib/parse-whole';
import { useCan } from '@/lib/permissions';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { LineList } from '@/ui/form/line-list';
import { MoneyField } from '@/ui/form/money-field';
import { lazy } from '@/ui/overlay/lazy';
import { soldBy } from './api';
import { emptyLine, isBlank, type LineProduct, type LineValues, type PurchaseValues, sumOf } from './purchase-form';
import { formStrings as s } from './strings';

const PasteDialog = lazy(() => import('./paste-dialog'));

type LinesProps = { form: UseFormReturn<PurchaseValues> };

export function PurchaseLines({ form }: LinesProps) {
  const { fields, append, remove } = useFieldArray({ control: form.control, name: 'lines' });
  const [isPasting, setPasting] = useState(false);
  const supplier = useWatch({ control: form.control, name: 'supplierId' });
  const add = () => append(emptyLine, { focusName: `lines.${fields.length}.productId` });
  const focus = (index: number) => form.setFocus(`lines.${index}.quantity`);

  /** The line that nobody touched makes room for what was pasted. */
  function paste(lines: LineValues[]) {
    const written = form.getValues('lines').filter((line) => !isBlank(line));
    form.setValue('lines', [...written, ...lines], { shouldDirty: true });
    setPasting(false);
  }

  return (
    <>
      <LineList
        legend={s.lines}
        ids={fields.map(({ id }) => id)}
        addLabel={s.addLine}
        removeLabel={s.removeLine}
        onAdd={add}
        onRemove={remove}
        sum={<Sum form={form} />}
        renderLine={(index) => (
          <Line form={form} index={index} onKeyDown={goesOn(index, fields.length, { add, focus })} />
        )}
      />
      <p>
        <Button size="sm" onClick={() => setPasting(true)}>
          <ClipboardPaste aria-hidden />
          {s.paste}
        </Button>
      </p>
      <Suspense>
        {isPasting ? (
          <PasteDialog
            supplierId={supplier?.id}
            currency={supplier?.currency}
            onClose={() => setPasting(false)}
            onPaste={paste}
          />
        ) : null}
      </Suspense>
    </>
  );
}

type LineProps = LinesProps & { index: number; onKeyDown: ReturnType<typeof goesOn> };

function Line({ form, index, onKeyDown }: LineProps) {
  const errors = form.formState.errors.lines?.[index];
  const line = useWatch({ control: form.control, name: `lines.${index}` });
  const supplier = useWatch({ control: form.control, name: 'supplierId' });
  const withCosts = useCan('costs.read');
  const { ref } = form.register(`lines.${index}.productId`);
  const at = (field: 'quantity' | 'packUnits' | 'packPrice' | 'discount') => form.register(`lines.${index}.${field}`);

  /** The line takes the supplier's own code, pack and price, as long as it is still about the same product. */
  async function choose(product: Product | null) {
    form.setValue(`lines.${index}.productId`, product, { shouldDirty: true });
    form.clearErrors(`lines.${index}.productId`);
    if (!product) return;
    form.setFocus(`lines.${index}.quantity`);
    if (!supplier) return;
    const sold = await soldBy(supplier.id, product).catch(() => null);
    if (form.getValues(`lines.${index}.productId`)?.idProduct !== product.idProduct) return;
    form.setValue(`lines.${index}.supplierSku`, sold?.supplierSku ?? '');
    form.setValue(`lines.${index}.packUnits`, String(sold?.packUnits ?? 1));
    if (sold?.packPrice != null) form.setValue(`lines.${index}.packPrice`, moneyText(sold.packPrice, sold.currency));
  }

  return (
    <>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        <Field label={s.product} error={errors?.productId?.message} className="col-span-2 sm:col-span-4">
          <ProductPicker
            name={`lines.${index}.productId`}
            value={line.productId as Product | null}
            onValueChange={(product) => void choose(product)}
            ref={ref}
          />
        </Field>
        <Field label={s.quantity} error={errors?.quantity?.message}>
          <Input integer placeholder="0" onKeyDown={onKeyDown} {...at('quantity')} />
        </Field>
        <Field label={s.packUnits} error={errors?.packUnits?.message}>
          <Input integer onKeyDown={onKeyDown} {...at('packUnits')} />
        </Field>
        {withCosts ? (
          <>
            <MoneyField
              label={s.packPrice}
              currency={supplier?.currency}
              typed={line.packPrice}
              error={errors?.packPrice?.message}
              onKeyDown={onKeyDown}
              {...at('packPrice')}
            />
            <Field label={s.discount} error={errors?.discount?.message}>
              <Input
                inputMode="decimal"
                autoComplete="off"
                className="num text-right"
                onKeyDown={onKeyDown}
                {...at('discount')}
              />
            </Field>
          </>
        ) : null}
      </div>
      <LineNote line={line} />
    </>
  );
}

/** How the supplier sells it, and whether what was asked for are whole packs. */
function LineNote({
  line: { supplierSku, packUnits, quantity },
}: {
  line: LineValues & { productId: LineProduct | null };
}) {
  const pack = parseWhole(packUnits) ?? 1;
  const units = parseWhole(quantity) ?? 0;
  const broken = pack > 1 && units % pack !== 0;
  return (
    <p aria-live="polite" className="num text-sm text-ink-2 not-empty:mt-2">
      {s.soldAs(supplierSku, pack)}
      {broken ? <span className="block text-low-fg">{s.notWhole(pack)}</span> : null}
    </p>
  );
}

function Sum({ form }: LinesProps) {
  const [lines, supplier] = useWatch({ control: form.control, name: ['lines', 'supplierId'] });
  const withCosts = useCan('costs.read');
  const { lines: count, units, total } = sumOf(lines);
  return (
    <p aria-live="polite" className="num text-sm text-ink-2">
      {s.sum(count, units)}
      {withCosts && supplier?.currency !== undefined ? (
        <>
          {' · '}
          <span className="font-semibold text-ink">{formatMoney(total, supplier.currency)}</span>
        </>
      ) : null}
    </p>
  );
}
