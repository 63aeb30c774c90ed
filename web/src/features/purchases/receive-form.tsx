import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { ApiError, errorText } from '@/lib/api-error';
import { useCurrency } from '@/lib/business';
import { createOnceKey, useOnceKey } from '@/lib/once-key';
import { FormError } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { LeaveGuard } from '@/ui/form/leave-guard';
import { Select } from '@/ui/form/select';
import { Card } from '@/ui/layout/card';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import { addReceiptFile, type Delivery, type Purchase, undoReceipt, useReceive } from './api';
import { ChosenFiles } from './chosen-files';
import { parseRate } from './purchase-form';
import { type ChosenFile, fileFailure } from './receipt-file';
import { ReceiveLines } from './receive-lines';
import { type Arriving, arrivingOf, deliveredOf, totalOf } from './receiving';
import { fileStrings, formStrings, receiveStrings as s } from './strings';

type Paper = { note: string; date: string; locationId: string; rate: string; notes: string };

/** The lines of a delivery and its paper; all of it is written at once. */
export function ReceiveForm({ purchase: opened }: { purchase: Purchase }) {
  // Others may receive meanwhile: what is being counted stays, and the server has the last word.
  const [purchase] = useState(opened);
  const [arriving, setArriving] = useState<Arriving[]>(() => arrivingOf(purchase.lines));
  const [paper, setPaper] = useState<Paper>({
    note: '',
    date: '',
    locationId: String(purchase.locationId),
    rate: purchase.rate === null ? '' : String(purchase.rate).replace('.', ','),
    notes: '',
  });
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const [excess, setExcess] = useState<string | null>(null);
  const save = useSave(purchase);
  const { accepted, rejected } = totalOf(arriving);

  async function submit(allowExcess: boolean) {
    setProblem(null);
    setExcess(null);
    if (accepted + rejected === 0) {
      setProblem(s.nothing);
      return;
    }
    try {
      await save.receive(deliveryOf(arriving, paper, allowExcess), files);
    } catch (error) {
      if (error instanceof ApiError && error.status === 409 && !allowExcess) setExcess(errorText(error));
      else setProblem(errorText(error));
    }
  }

  return (
    <form
      noValidate
      className="mx-auto max-w-3xl stack-5"
      onSubmit={(event) => {
        event.preventDefault();
        void submit(false);
      }}
    >
      <ReceiveLines arriving={arriving} onChange={setArriving} />
      <PaperCard purchase={purchase} paper={paper} onChange={(next) => setPaper({ ...paper, ...next })}>
        <ChosenFiles files={files} onChange={setFiles} />
      </PaperCard>
      <div className="sticky bottom-0 z-10 stack-3 border-t border-line bg-canvas py-3 max-sm:bottom-16">
        {problem === null ? null : (
          <FormError>
            <p className="font-semibold">{s.saveFailed}</p>
            <p>{problem}</p>
          </FormError>
        )}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="num text-ink-2" aria-live="polite">
            {s.summary(accepted, rejected)}
          </p>
          <Button
            type="submit"
            variant="primary"
            className="h-11 max-sm:w-full"
            busy={save.isPending}
            busyLabel={s.saving}
          >
            {s.confirm}
          </Button>
        </div>
      </div>
      <LeaveGuard active={accepted + rejected > 0 && !save.isDone} body={s.leaveBody} />
      <ConfirmDialog
        open={excess !== null}
        onOpenChange={(open) => !open && setExcess(null)}
        title={s.excessTitle}
        body={excess ?? ''}
        tone="primary"
        cancelLabel={s.excessBack}
        confirmLabel={s.excessConfirm}
        onConfirm={() => void submit(true)}
      />
    </form>
  );
}

function deliveryOf(arriving: Arriving[], paper: Paper, allowExcess: boolean): Delivery {
  const { note, date, locationId, rate, notes } = paper;
  return {
    lines: deliveredOf(arriving),
    locationId: Number(locationId),
    ...(note.trim() !== '' && { deliveryNote: note.trim() }),
    ...(date !== '' && { date }),
    ...(parseRate(rate) !== null && { rate: parseRate(rate) }),
    ...(notes.trim() !== '' && { notes: notes.trim() }),
    ...(allowExcess && { allowExcess }),
  };
}

/** Writes the receipt, says so with a way back, and goes to the purchase. */
function useSave(purchase: Purchase) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const once = useOnceKey();
  const receive = useReceive();
  const [isDone, setDone] = useState(false);
  const [isKeeping, setKeeping] = useState(false);

  async function undo(id: number) {
    try {
      await undoReceipt(queryClient, id);
      showToast({ title: s.undone });
    } catch (error) {
      showToast({ type: 'error', title: s.undoFailed, description: errorText(error) });
    }
  }

  return {
    isPending: receive.isPending || isKeeping,
    isDone,
    receive: async (delivery: Delivery, files: ChosenFile[]) => {
      const receipt = await receive.mutateAsync({ id: purchase.id, delivery, once });
      setDone(true);
      setKeeping(true);
      await keepFiles(queryClient, receipt.id, files);
      showToast({
        title: s.done,
        description: s.doneText(receipt.accepted),
        action: { label: s.undo, onClick: () => void undo(receipt.id) },
      });
      // What was counted is written: the guard, which does not know it before the next drawing, is not asked.
      void navigate({
        to: '/compras/$id',
        params: { id: String(purchase.id) },
        replace: true,
        ignoreBlocker: true,
      });
    },
  };
}

/** The goods are in by then: a paper that cannot be kept is told, and added to the receipt later. */
async function keepFiles(queryClient: QueryClient, receiptId: number, files: ChosenFile[]) {
  const problems: string[] = [];
  for (const { file } of files) {
    try {
      await addReceiptFile(queryClient, receiptId, file, createOnceKey());
    } catch (error) {
      problems.push(fileStrings.refused(file.name, fileFailure(error)));
    }
  }
  if (problems.length === 0) return;
  const description = fileStrings.leftText(problems.join(' · '));
  showToast({ type: 'error', title: fileStrings.left(problems.length), description, sticky: true });
}

type PaperCardProps = {
  purchase: Purchase;
  paper: Paper;
  onChange: (next: Partial<Paper>) => void;
  children: ReactNode;
};

/** The paper that came with it. */
function PaperCard({ purchase, paper, onChange, children }: PaperCardProps) {
  const locations = useActiveLocations();
  const costs = useCurrency('purchase');
  const foreign = costs !== undefined && costs !== purchase.currency;
  return (
    <Card className="grid gap-3 p-4 sm:grid-cols-2">
      <Field label={s.note} optional>
        <Input
          maxLength={100}
          autoComplete="off"
          value={paper.note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </Field>
      <Field label={s.date} optional>
        <Input
          type="date"
          className="num"
          value={paper.date}
          onChange={(event) => onChange({ date: event.target.value })}
        />
      </Field>
      {locations.length < 2 ? null : (
        <Field label={s.location}>
          <Select
            options={locations.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={paper.locationId}
            onChange={(event) => onChange({ locationId: event.target.value })}
          />
        </Field>
      )}
      {foreign ? (
        <Field label={s.rate(purchase.currency, costs)} hint={formStrings.rateHint}>
          <Input
            inputMode="decimal"
            className="num text-right"
            value={paper.rate}
            onChange={(event) => onChange({ rate: event.target.value })}
          />
        </Field>
      ) : null}
      <Field label={s.notes} optional className="sm:col-span-2">
        <Input maxLength={500} value={paper.notes} onChange={(event) => onChange({ notes: event.target.value })} />
      </Field>
      {children}
    </Card>
  );
}
