import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { ApiError, errorText } from '@/lib/api-error';
import { formatChange, formatInteger } from '@/lib/format';
import { useOnceKey } from '@/lib/once-key';
import { ProgressBar } from '@/ui/feedback/progress-bar';
import { ErrorState, FormError, Notice } from '@/ui/feedback/states';
import { Button, buttonClass } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { useFirstClick } from '@/ui/overlay/use-first-click';
import { type Import, type Preview, previewQuery, runImport, showImport } from './api';
import { HistoryChoice } from './history-choice';
import { ImportFigures } from './import-figures';
import { Problems } from './problems';
import { StepCard } from './step-card';
import { reviewStrings as s, strings } from './strings';
import { useSubject } from './subject';

/** What the import would do, row by row where something is wrong. Nothing has changed yet. */
export function ReviewStep({ imported }: { imported: Import }) {
  const { data, error, refetch, isFetching } = useQuery(previewQuery(imported));
  const { words } = useSubject();
  const run = useRun(imported.id);
  const runOnce = useFirstClick(run.isPending, () => run.mutate());
  const preview = isFetching ? undefined : data;
  // One card for all of it, so that its heading keeps the focus while the answer is on its way.
  return (
    <StepCard
      title={s.title}
      {...(preview && { text: <p className="num">{s.total(preview.total)}</p> })}
      footer={
        <>
          <Link to="." search={{}} className={buttonClass({})}>
            {s.back}
          </Link>
          {preview ? (
            <WayOn preview={preview}>
              <Button variant="primary" busy={run.isPending} busyLabel={s.running} onClick={runOnce}>
                {words.run(preview.create + preview.update)}
              </Button>
            </WayOn>
          ) : null}
        </>
      }
    >
      {preview ? (
        <Reviewed imported={imported} preview={preview} runError={run.error} />
      ) : error && !isFetching ? (
        <Unreadable error={error} onRetry={() => void refetch()} />
      ) : (
        <Comparing />
      )}
    </StepCard>
  );
}

function Comparing() {
  const { words } = useSubject();
  return (
    <div role="status" className="stack-3 px-4 pt-1 pb-8">
      <p className="font-medium">{words.comparing}</p>
      <ProgressBar label={words.comparing} share={null} className="max-w-xl" />
      <p className="text-sm text-ink-2">{s.loadingText}</p>
    </div>
  );
}

/** The file may be wrong further down than the first rows show; then only another file helps. */
function Unreadable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { start } = useSubject();
  const refused = error instanceof ApiError && error.status >= 400 && error.status < 500;
  return (
    <ErrorState title={s.failed} text={errorText(error)} {...(!refused && { onRetry })}>
      <ButtonLink to={start}>{strings.other}</ButtonLink>
    </ErrorState>
  );
}

function Reviewed({ imported, preview, runError }: { imported: Import; preview: Preview; runError: Error | null }) {
  const { subject } = useSubject();
  const wrong = preview.wrong > 0;
  return (
    <>
      <ImportFigures
        label={s.summary}
        figures={[
          { label: s.create, value: formatInteger(preview.create) },
          ...(subject === 'products' || subject === 'prices'
            ? [{ label: s.update, value: formatInteger(preview.update) }]
            : []),
          { label: s.unchanged, value: formatInteger(preview.unchanged) },
          { label: s.wrong, value: formatInteger(preview.wrong), ...(wrong && { tone: 'out' as const }) },
        ]}
      />
      <div className="stack-3 border-t border-line px-4 py-4">
        {preview.left > 0 || imported.history ? <HistoryChoice imported={imported} left={preview.left} /> : null}
        <StockChange preview={preview} />
        <PriceChanges preview={preview} />
        {preview.notes.map((note) => (
          <Notice key={note} tone="low" title={note} />
        ))}
        <Verdict preview={preview} />
        {runError ? (
          <FormError>
            <p className="font-semibold">{s.runFailed}</p>
            <p>{errorText(runError)}</p>
          </FormError>
        ) : null}
      </div>
      {wrong ? <Problems problems={preview.problems} /> : null}
    </>
  );
}

/** Of a price list: which prices change, and by how much. */
function PriceChanges({ preview: { prices, create, update } }: { preview: Preview }) {
  if (prices.length === 0) return null;
  const more = create + update - prices.length;
  return (
    <section aria-labelledby="price-changes" className="stack-1">
      <h3 id="price-changes" className="text-sm font-medium">
        {s.prices}
      </h3>
      <ul className="ruled rounded-lg border border-line">
        {prices.map((price) => (
          <li key={price.row} className="flex items-baseline justify-between gap-4 px-3 py-2">
            <span className="min-w-0 leading-tight">
              <span className="block wrap-anywhere">{price.productName}</span>
              <span className="code block text-ink-3">{price.sku}</span>
            </span>
            <span className="num shrink-0 text-right leading-tight">
              <span className="block">{s.priceChange(price)}</span>
              {price.percent ? <span className="block text-xs text-ink-3">{formatChange(price.percent)}</span> : null}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 ? <p className="num text-sm text-ink-2">{s.morePrices(more)}</p> : null}
    </section>
  );
}

/** With two or more locations: which of them the file touches, and how. */
function StockChange({ preview: { stock } }: { preview: Preview }) {
  const located = useActiveLocations().length > 1;
  return located && stock ? <p className="text-sm text-ink-2">{s.stock(stock)}</p> : null;
}

function Verdict({ preview }: { preview: Preview }) {
  const { words } = useSubject();
  if (preview.wrong > 0) {
    return (
      <FormError>
        <p className="font-semibold">{s.wrongTitle(preview.wrong)}</p>
        <p>{s.wrongText}</p>
      </FormError>
    );
  }
  if (preview.create + preview.update === 0) {
    return (
      <Notice tone="ok" title={s.nothingTitle}>
        {words.nothingText}
      </Notice>
    );
  }
  return (
    <Notice tone="info" title={s.readyTitle}>
      {words.readyText}
    </Notice>
  );
}

/** A file with errors has to be mended, one without news leads back; only the rest can be run. */
function WayOn({ preview, children }: { preview: Preview; children: ReactNode }) {
  const { start, home, words } = useSubject();
  if (preview.wrong > 0) {
    return (
      <ButtonLink variant="primary" to={start}>
        {s.mended}
      </ButtonLink>
    );
  }
  if (preview.create + preview.update === 0) {
    return (
      <ButtonLink variant="primary" to={home}>
        {words.back}
      </ButtonLink>
    );
  }
  return children;
}

function useRun(id: number) {
  const once = useOnceKey();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => runImport(id, once),
    onSuccess: (now) => {
      once.done();
      showImport(queryClient, now);
      // Going back from here leads to the columns no more: they cannot be changed now.
      void navigate({ to: '.', search: {}, replace: true });
    },
    // A user may have run it in another tab meanwhile; then the import itself knows more.
    onError: () => void queryClient.invalidateQueries({ queryKey: ['imports'] }),
  });
}
