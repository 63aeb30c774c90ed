import { Link2 } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import type { Product } from '@/features/shared/api';
import { ProductPicker } from '@/features/shared/product-picker';
import { rulesFor, useCheckedForm } from '@/lib/checked-form';
import { useCan } from '@/lib/permissions';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Checkbox } from '@/ui/form/checkbox';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { type Article, useLinkArticle } from './api';
import { articleStrings as s } from './strings';

type LinkArticleProps = { channelId: number; article: Article };

/** Says what a shop's article is: a product, or nothing of the stock. */
export function LinkArticleButton({ channelId, article }: LinkArticleProps) {
  const canHandle = useCan('deliveries.handle');
  const [open, setOpen] = useState(false);
  if (!canHandle) return null;
  return (
    <>
      <Button size="sm" aria-label={s.linkOf(article.name)} onClick={() => setOpen(true)}>
        <Link2 aria-hidden />
        {s.link}
      </Button>
      {open ? <LinkArticleDialog channelId={channelId} article={article} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type Values = { productId: Product | null; unstocked: boolean };
const rules = rulesFor<Values>({});

function LinkArticleDialog({ channelId, article, onClose }: LinkArticleProps & { onClose: () => void }) {
  const link = useLinkArticle(channelId);
  const form = useCheckedForm<Values>(rules, { productId: null, unstocked: false });
  const { productId: product, unstocked } = useWatch({ control: form.control });
  const { ref } = form.register('productId');

  async function submit(values: Values) {
    if (!values.unstocked && values.productId === null) {
      form.setError('productId', { message: s.productRequired });
      return;
    }
    const { matchedOrders } = await link.mutateAsync({
      article: article.article,
      sku: article.sku,
      name: article.name,
      ...(!values.unstocked && values.productId && { productId: values.productId.idProduct }),
    });
    showToast({
      title: s.linked(article.name),
      ...(matchedOrders > 0 && { description: s.matchedOrders(matchedOrders) }),
    });
    onClose();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={s.title(article.name)}
      description={s.text}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      {unstocked ? null : (
        <Field label={s.product} error={form.formState.errors.productId?.message}>
          <ProductPicker
            name="productId"
            value={(product ?? null) as Product | null}
            onValueChange={(chosen) => {
              form.setValue('productId', chosen, { shouldDirty: true });
              form.clearErrors('productId');
            }}
            ref={ref}
          />
        </Field>
      )}
      <Checkbox
        label={s.unstocked}
        checked={unstocked ?? false}
        onCheckedChange={(checked) => form.setValue('unstocked', checked, { shouldDirty: true })}
      />
    </FormDialog>
  );
}
