import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { ProductPicker } from '@/features/shared/product-picker';
import { chosen, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { useCan } from '@/lib/permissions';
import { useHeadingFocus } from '@/lib/use-heading-focus';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Card, CardHeader } from '@/ui/layout/card';
import { type DeliveryDetail, useLinkSku } from './api';
import { deliveryStrings as s } from './delivery-strings';

/** What the shop sold that nobody here knows by that name. */
export function UnknownSkus({ delivery }: { delivery: DeliveryDetail }) {
  const canHandle = useCan('deliveries.handle');
  const [linking, setLinking] = useState<string | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  const { unknownSkus } = delivery;
  // The button that led to the link is gone with the SKU it was about.
  useHeadingFocus(linking === null && linked !== null && !unknownSkus.includes(linked));
  if (unknownSkus.length === 0) return null;
  return (
    <Card aria-labelledby="unknown-skus">
      <CardHeader id="unknown-skus" title={s.unknown} description={s.unknownHint} />
      <ul className="ruled border-t border-line">
        {unknownSkus.map((sku) => (
          <li key={sku} className="flex items-center justify-between gap-3 px-4 py-2">
            <span className="code min-w-0 wrap-anywhere">{sku}</span>
            {canHandle ? (
              <Button size="sm" aria-label={s.linkOf(sku)} onClick={() => setLinking(sku)}>
                <Link2 aria-hidden />
                {s.link}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {linking === null ? null : (
        <LinkDialog
          delivery={delivery}
          sku={linking}
          onClose={() => setLinking(null)}
          onLinked={() => {
            setLinked(linking);
            setLinking(null);
          }}
        />
      )}
    </Card>
  );
}

type Values = { productId: Product | null };
const linkRules = rulesFor<Values>({ productId: chosen(s.productRequired) });

type LinkDialogProps = { delivery: DeliveryDetail; sku: string; onClose: () => void; onLinked: () => void };

function LinkDialog({ delivery: { channelId, channel }, sku, onClose, onLinked }: LinkDialogProps) {
  const link = useLinkSku(channelId);
  const form = useCheckedForm<Values>(linkRules, { productId: null });
  const product = useWatch({ control: form.control, name: 'productId' });
  const { ref } = form.register('productId');

  async function submit({ productId }: Values) {
    const { matchedOrders } = await link.mutateAsync({ sku, productId: productId?.idProduct ?? 0 });
    showToast({
      title: s.linked(sku),
      ...(matchedOrders > 0 && { description: s.matchedOrders(matchedOrders) }),
    });
    onLinked();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.linkTitle(sku)}
      description={s.linkText(channel)}
      saveLabel={s.linkSave}
      savingLabel={s.saving}
      failedTitle={s.linkFailed}
    >
      <Field label={s.product} error={form.formState.errors.productId?.message}>
        <ProductPicker
          name="productId"
          value={product}
          onValueChange={(product) => {
            form.setValue('productId', product, { shouldDirty: true });
            form.clearErrors('productId');
          }}
          ref={ref}
        />
      </Field>
    </FormDialog>
  );
}
