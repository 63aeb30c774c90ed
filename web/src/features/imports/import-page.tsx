import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { FileQuestionMark } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { ApiError, errorText } from '@/lib/api-error';
import { Skeleton } from '@/ui/feedback/skeleton';
import { EmptyState, ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { ButtonLink } from '@/ui/form/button-link';
import { Card } from '@/ui/layout/card';
import { PageHeader } from '@/ui/layout/page-header';
import { type Import, importQuery } from './api';
import { ImportersOnly } from './imports-page';
import { MappingStep } from './mapping-step';
import { isAtWork, stageOf } from './progress';
import { ProgressCard } from './progress-card';
import { ResultCard } from './result-card';
import { ReviewStep } from './review-step';
import { parseImportSearch } from './search';
import { Steps } from './steps';
import { strings } from './strings';
import { useSubject } from './subject';

/** One import at an address of its own, so that reloading, going back or another tab finds it where it is. */
export function ImportPage() {
  return (
    <ImportersOnly>
      <OneImport />
    </ImportersOnly>
  );
}

function OneImport() {
  const { subject, words } = useSubject();
  const { id = '' } = useParams({ strict: false });
  const number = /^\d{1,15}$/.test(id) ? Number(id) : 0;
  const { data, error, refetch } = useQuery({ ...importQuery(number), enabled: number > 0 });
  const gone =
    number === 0 || (error instanceof ApiError && error.status === 404) || (data && data.subject !== subject);
  if (data && !gone) return <Loaded key={data.id} imported={data} />;
  return (
    <>
      <PageHeader title={words.title} />
      {gone ? <Gone /> : error ? <Failed error={error} onRetry={() => void refetch()} /> : <Loading />}
    </>
  );
}

function Loaded({ imported }: { imported: Import }) {
  const { words } = useSubject();
  const { paso } = parseImportSearch(useSearch({ strict: false }));
  const stage = stageOf(imported, paso === 'revisar');
  const working = isAtWork(imported.status);
  return (
    <>
      <PageHeader title={words.title} subtitle={<span className="wrap-anywhere">{imported.fileName}</span>} />
      <Steps current={stage} ended={imported.status === 'done' || imported.status === 'undone'} />
      <Announced at={stage === 'import' ? imported.status : stage}>
        {stage === 'columns' ? (
          // Another header means other columns, about which nothing has been chosen yet.
          <MappingStep key={`${imported.sheet} ${imported.headerRow}`} imported={imported} />
        ) : stage === 'review' ? (
          <ReviewStep imported={imported} />
        ) : working ? (
          <ProgressCard imported={imported} />
        ) : (
          <ResultCard imported={imported} />
        )}
      </Announced>
    </>
  );
}

/** When one step gives way to the next, whatever had the focus is gone: the new heading takes it. */
function Announced({ at, children }: { at: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [first] = useState(at);
  const [moved, setMoved] = useState(false);
  if (at !== first && !moved) setMoved(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the step that moves the focus.
  useEffect(() => {
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (moved && lost) element.current?.querySelector('h2')?.focus({ preventScroll: true });
  }, [at, moved]);
  return <div ref={element}>{children}</div>;
}

function Gone() {
  const { start } = useSubject();
  return (
    <Card>
      <EmptyState icon={FileQuestionMark} title={strings.notFoundTitle} text={strings.notFoundText}>
        <ButtonLink to={start}>{strings.other}</ButtonLink>
      </EmptyState>
    </Card>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { start } = useSubject();
  return (
    <Card>
      <ErrorState title={strings.failedTitle} text={errorText(error)} onRetry={onRetry}>
        <ButtonLink to={start}>{strings.other}</ButtonLink>
      </ErrorState>
    </Card>
  );
}

function Loading() {
  return (
    <LoadingRegion label={strings.loading}>
      <Card className="stack-4 p-5">
        <Skeleton className="h-5 w-56" />
        <Skeleton className="w-full" />
        <Skeleton className="w-3/5" />
        <Skeleton className="w-4/5" />
      </Card>
    </LoadingRegion>
  );
}
