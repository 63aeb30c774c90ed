import { useMutation, useQueryClient } from '@tanstack/react-query';
import { errorText } from '@/lib/api-error';
import { FormError } from '@/ui/feedback/states';
import { Segmented } from '@/ui/form/segmented';
import { type Import, mapImport, showImport } from './api';
import { historyStrings as s } from './strings';

const segments = [
  { value: 'history', label: s.history },
  { value: 'stock', label: s.stock },
] as const;

/** Whether what has left was taken from the stock that is counted here. The dates of the file preset it. */
export function HistoryChoice({ imported, left }: { imported: Import; left: number }) {
  const queryClient = useQueryClient();
  const { id, mapping, decimal, emptyCells, locationId, history } = imported;
  const choose = useMutation({
    mutationFn: (next: boolean) => mapImport(id, { mapping, decimal, emptyCells, locationId, history: next }),
    onSuccess: (now) => showImport(queryClient, now),
  });
  return (
    <div className="stack-2">
      <p aria-hidden className="text-sm font-medium">
        {s.label(left)}
      </p>
      <Segmented
        label={s.label(left)}
        segments={segments}
        value={(choose.isPending ? choose.variables : history) ? 'history' : 'stock'}
        onValueChange={(value) => choose.mutate(value === 'history')}
        className="max-sm:flex"
      />
      <p className="text-sm text-ink-2">{history ? s.historyText : s.stockText}</p>
      {choose.error ? <FormError>{errorText(choose.error)}</FormError> : null}
    </div>
  );
}
