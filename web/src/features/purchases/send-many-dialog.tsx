import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { errorText } from '@/lib/api-error';
import { rulesFor, useCheckedForm } from '@/lib/checked-form';
import { formatMoney } from '@/lib/format';
import { useOnceKey } from '@/lib/once-key';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorBanner, LoadingRegion } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Segmented } from '@/ui/form/segmented';
import { Textarea } from '@/ui/form/textarea';
import { type PurchaseRow, purchasesQuery, useSendPurchases } from './api';
import { refusalsOf } from './send-many';
import { strings as list, sendManyStrings as s, sendStrings as single } from './strings';

type SendManyProps = {
  ids: number[];
  onSent: () => void;
  onClose: () => void;
};

/** How several drafts reach their suppliers: all of them, or none. */
export default function SendManyDialog({ ids, onSent, onClose }: SendManyProps) {
  const query = useQuery({
    ...purchasesQuery({ ids, limit: 100, ordering: 'createdAt' }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const drafts = query.data?.results.filter(({ status }) => status === 'draft') ?? [];
  const once = useOnceKey();
  const send = useSendPurchases();
  const [refused, setRefused] = useState<ReadonlyMap<number, string>>(new Map());
  const form = useCheckedForm(rules, { by: 'email', message: '' });
  const by = useWatch({ control: form.control, name: 'by' });

  async function submit({ message: typed, by }: SendValues) {
    const message = typed.trim();
    setRefused(new Map());
    try {
      const sending = { by, ...(by === 'email' && message !== '' && { message }) };
      const { results } = await send.mutateAsync({ seen: drafts, sending, once });
      showToast({ title: s.done(results.length) });
      onSent();
      onClose();
    } catch (error) {
      const places = refusalsOf(error);
      setRefused(places);
      throw places.size > 0 ? new Error(s.refused(places.size), { cause: error }) : error;
    }
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      placeErrors={(failed, error) => {
        // What is wrong with some of them stands beside them.
        if (error instanceof Error && error.cause !== undefined) failed.setError('root', { message: error.message });
        return error instanceof Error && error.cause !== undefined ? 'by' : null;
      }}
      onClose={onClose}
      title={s.title(drafts.length)}
      description={s.description}
      saveLabel={s.confirm(drafts.length)}
      savingLabel={single.sending}
      canSave={drafts.length > 0}
      failedTitle={s.failed}
    >
      {query.error ? (
        <ErrorBanner title={list.loadFailed} text={errorText(query.error)} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data ? <Drafts drafts={drafts} refused={refused} /> : query.error ? null : <Loading />}
      <div className="stack-2">
        <Segmented
          label={s.how}
          segments={[
            { value: 'email', label: single.email },
            { value: 'hand', label: single.hand },
          ]}
          value={by}
          onValueChange={(next) => {
            setRefused(new Map());
            form.clearErrors();
            form.setValue('by', next, { shouldDirty: true });
          }}
          className="flex"
        />
        <p className="text-sm text-ink-2" aria-live="polite">
          {by === 'hand' ? single.handText : s.emailText}
        </p>
      </div>
      {by === 'email' ? (
        <Field label={single.message} optional hint={s.messageHint} error={form.formState.errors.message?.message}>
          <Textarea rows={3} maxLength={2000} placeholder={single.messagePlaceholder} {...form.register('message')} />
        </Field>
      ) : null}
    </FormDialog>
  );
}

type SendValues = { by: 'email' | 'hand'; message: string };

const rules = rulesFor<SendValues>({});

type DraftsProps = { drafts: PurchaseRow[]; refused: ReadonlyMap<number, string> };

/** What is about to leave, each with what keeps it here. */
function Drafts({ drafts, refused }: DraftsProps) {
  return (
    <ul aria-label={s.drafts} className="ruled max-h-72 overflow-y-auto rounded-lg border border-line">
      {drafts.map((draft, index) => (
        <li key={draft.id} className="px-3 py-2">
          <span className="flex items-baseline justify-between gap-3">
            <span className="min-w-0 font-medium wrap-anywhere">{draft.supplier}</span>
            <span className="num shrink-0 text-ink-2">
              {draft.totalCost == null ? null : formatMoney(draft.totalCost, draft.currency)}
            </span>
          </span>
          <span className="num block text-xs text-ink-3">
            {draft.number === '' ? list.draftName(draft.id) : draft.number} · {s.units(draft.lineCount, draft.ordered)}
          </span>
          {refused.has(index) ? (
            <span role="alert" className="block text-sm text-out-fg">
              {refused.get(index)}
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Loading() {
  return (
    <LoadingRegion label={list.loading}>
      <Skeleton className="h-28 w-full" />
    </LoadingRegion>
  );
}
