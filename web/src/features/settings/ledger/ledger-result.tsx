import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, CircleDashed, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { formatDateTime, formatInteger } from '@/lib/format';
import { ProgressBar } from '@/ui/feedback/progress-bar';
import { Spinner } from '@/ui/feedback/spinner';
import type { Finding, LedgerCheck } from './api';
import { ledgerStrings as s } from './strings';

/** How far the last check is or what it found. */
export function LedgerResult({ check }: { check: LedgerCheck }) {
  return (
    <div className="border-t border-line">
      <div aria-live="polite" className="p-4">
        <Outcome check={check} />
      </div>
      {check.state === 'done' || check.state === 'failed' ? <Facts check={check} /> : null}
      {check.findings.length > 0 ? <Findings check={check} /> : null}
    </div>
  );
}

function Outcome({ check }: { check: LedgerCheck }) {
  switch (check.state) {
    case 'never':
      return <Line icon={CircleDashed} tone="text-ink-3" title={s.never} text={s.neverText} />;
    case 'asked':
      return <Waiting title={s.asked}>{s.askedText}</Waiting>;
    case 'running':
      return (
        <Waiting title={s.running}>
          <Progress check={check} />
        </Waiting>
      );
    case 'failed':
      return <Line icon={TriangleAlert} tone="text-low-solid" title={s.failed} text={s.failedText} />;
    case 'done':
      return check.problems === 0 ? (
        <Line icon={CircleCheck} tone="text-ok-solid" title={s.fine} text={s.fineText} />
      ) : (
        <Line icon={CircleAlert} tone="text-out-solid" title={s.wrong(check.problems)} text={s.wrongText} />
      );
  }
}

type LineProps = { icon: LucideIcon; tone: string; title: string; text: string };

function Line({ icon: Icon, tone, title, text }: LineProps) {
  return (
    <div className="flex gap-3">
      <Icon aria-hidden className={cn('mt-0.5 size-5 shrink-0', tone)} />
      <div>
        <p className="text-lg font-semibold">{title}</p>
        <p className="max-w-3xl text-balance text-ink-2">{text}</p>
      </div>
    </div>
  );
}

function Waiting({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex gap-3">
      <span className="mt-1 shrink-0 text-accent">
        <Spinner />
      </span>
      <div className="min-w-0 flex-1">
        <p className="text-lg font-semibold">{title}</p>
        <div className="text-ink-2">{children}</div>
      </div>
    </div>
  );
}

function Progress({ check: { movements, movementsTotal } }: { check: LedgerCheck }) {
  const isCounted = movementsTotal > 0;
  return (
    <div className="mt-2 max-w-md stack-1">
      <ProgressBar label={s.running} share={isCounted ? movements / movementsTotal : null} />
      <p className="num text-sm">{isCounted ? s.progress(movements, movementsTotal) : s.starting}</p>
    </div>
  );
}

function Facts({ check }: { check: LedgerCheck }) {
  const { endedAt, askedBy, products, movements, seconds } = check;
  const facts = [
    ...(endedAt === null ? [] : [{ label: s.when, value: formatDateTime(endedAt) }]),
    { label: s.who, value: askedBy === '' ? s.commandLine : askedBy },
    { label: s.products, value: formatInteger(products) },
    { label: s.movements, value: formatInteger(movements) },
    ...(seconds === null ? [] : [{ label: s.took, value: s.seconds(seconds) }]),
  ];
  return (
    <dl
      className={cn(
        'grid grid-cols-2 gap-px overflow-hidden border-t border-line bg-line last:rounded-b-lg',
        'lg:grid-cols-5',
      )}
    >
      {facts.map(({ label, value }) => (
        <div key={label} className="bg-surface px-4 py-3 last:odd:col-span-2 lg:last:odd:col-span-1">
          <dt className="text-sm text-ink-2">{label}</dt>
          <dd className="num font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Findings({ check: { findings, problems } }: { check: LedgerCheck }) {
  return (
    <section aria-labelledby="findings" className="border-t border-line">
      <h3 id="findings" className="px-4 pt-4 pb-2 font-semibold">
        {s.findings}
      </h3>
      <ol className="ruled border-t border-line">
        {findings.map((finding, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two findings may say the same, and they never move.
          <FindingItem key={place} finding={finding} />
        ))}
      </ol>
      {problems > findings.length ? (
        <p className="num border-t border-line px-4 py-2.5 text-sm text-ink-2">
          {s.firstFindings(findings.length, problems)}
        </p>
      ) : null}
    </section>
  );
}

/** The wrong row by name: its product, its movement and what does not add up. */
function FindingItem({ finding: { productId, productSku, movementId, message } }: { finding: Finding }) {
  return (
    <li className="px-4 py-2.5">
      <p className="wrap-anywhere">{message}</p>
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-2">
        {productId === null || productSku === '' ? null : (
          <Link
            to="/productos/$id"
            params={{ id: String(productId) }}
            className="code rounded-sm text-accent hover:underline"
          >
            {productSku}
          </Link>
        )}
        {movementId === null ? null : <span className="num">{s.movement(movementId)}</span>}
      </p>
    </li>
  );
}
