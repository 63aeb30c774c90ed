import type { UseQueryResult } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, errorText } from '@/lib/api-error';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { BackLink } from '@/ui/layout/back-link';
import { Card } from '@/ui/layout/card';

type ConnectionViewProps<Thing> = {
  query: UseQueryResult<Thing>;
  words: { back: string; gone: string; goneText: string; loadFailed: string; viewLoading: string };
  children: (thing: Thing) => ReactNode;
};

/** One thing that is agreed with another machine, at an address of its own. */
export function ConnectionView<Thing>({ query, words: s, children }: ConnectionViewProps<Thing>) {
  const { data, error, refetch } = query;
  const isGone = error instanceof ApiError && error.status === 404;
  return (
    <div className="stack-4">
      <BackLink to="/configuracion" search={{ seccion: 'integraciones' }}>
        {s.back}
      </BackLink>
      {isGone ? (
        <Card>
          <ErrorState title={s.gone} text={s.goneText} />
        </Card>
      ) : data ? (
        children(data)
      ) : error ? (
        <Card>
          <ErrorState title={s.loadFailed} text={errorText(error)} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <LoadingRegion label={s.viewLoading}>
          <Card className="stack-3 p-4">
            <Skeleton className="w-48" />
            <Skeleton className="w-80 max-w-full" />
          </Card>
        </LoadingRegion>
      )}
    </div>
  );
}

type TestButtonProps = { test: { send: () => Promise<void>; isPending: boolean }; label: string };

/** Sends what the other side would send, or be sent, to see whether it arrives. */
export function TestButton({ test, label }: TestButtonProps) {
  return (
    <Button busy={test.isPending} onClick={() => void test.send()}>
      <Send aria-hidden />
      {label}
    </Button>
  );
}
