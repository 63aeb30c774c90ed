import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { productSearchQuery, productWithCode } from '@/features/shared/product-search';
import { filled, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { moneyText } from '@/lib/money';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Textarea } from '@/ui/form/textarea';
import { soldBy } from './api';
import { emptyLine, type LineValues, type Pasted, parsePasted } from './purchase-form';
import { formStrings as s } from './strings';

type PasteValues = { text: string };

const rules = rulesFor<PasteValues>({ text: filled(s.pasteEmpty) });
const linesMax = 200;

type PasteDialogProps = {
  supplierId: number | undefined;
  currency: string | undefined;
  onClose: () => void;
  onPaste: (lines: LineValues[]) => void;
};

/** Lines as they were copied from a spreadsheet: all of them, or none and why. */
export default function PasteDialog({ supplierId, currency, onClose, onPaste }: PasteDialogProps) {
  const queryClient = useQueryClient();
  const field = useRef<HTMLTextAreaElement>(null);
  const form = useCheckedForm<PasteValues>(rules, { text: '' });
  const { ref, ...text } = form.register('text');

  async function lineOf({ sku, quantity, packPrice }: Pasted): Promise<LineValues | null> {
    const product = productWithCode(await queryClient.fetchQuery(productSearchQuery(sku)), sku);
    if (!product) return null;
    const sold = supplierId === undefined ? null : await soldBy(supplierId, product);
    const price = packPrice ?? sold?.packPrice ?? null;
    return {
      ...emptyLine,
      productId: product,
      quantity: String(quantity),
      packUnits: String(sold?.packUnits ?? 1),
      packPrice: moneyText(price, currency),
      supplierSku: sold?.supplierSku ?? '',
    };
  }

  async function submit(values: PasteValues) {
    const refuse = (message: string) => form.setError('text', { message });
    const pasted = parsePasted(values.text);
    if ('wrong' in pasted) return refuse(s.pasteWrong(pasted.wrong));
    if (pasted.length > linesMax) return refuse(s.pasteTooMany);
    const lines: LineValues[] = [];
    const unknown: string[] = [];
    for (const row of pasted) {
      const line = await lineOf(row);
      if (line) lines.push(line);
      else unknown.push(row.sku);
    }
    if (unknown.length > 0) return refuse(s.pasteUnknown(unknown.join(', ')));
    onPaste(lines);
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.pasteTitle}
      description={s.pasteDescription}
      initialFocus={field as React.RefObject<HTMLElement | null>}
      saveLabel={s.pasteAdd}
      savingLabel={s.pasting}
      failedTitle={s.pasteFailed}
    >
      <Field label={s.pasteLabel} error={form.formState.errors.text?.message}>
        <Textarea rows={8} placeholder={s.pastePlaceholder} className="code" {...text} ref={joinRefs(ref, field)} />
      </Field>
    </FormDialog>
  );
}
