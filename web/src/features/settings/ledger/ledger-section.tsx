import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { errorText } from '@/lib/api-error';
import { Skeleton } from '@/ui/feedback/skeleton';
import { ErrorState, FormError, LoadingRegion } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { Card, CardHeader } from '@/ui/layout/card';
import { isUnderWay, ledgerCheckQuery, useAskLedgerCheck } from './api';
import { LedgerResult } from './ledger-result';
import { ledgerStrings as s } from './strings';

export default function LedgerSection() {
  const { data: check, error, refetch } = useQuery(ledgerCheckQuery);
  const ask = useAskLedgerCheck();
  return (
    <Card aria-labelledby="ledger">
      <CardHeader
        id="ledger"
        title={s.title}
        description={s.hint}
        action={
          check ? (
            <Button
              variant="primary"
              busy={ask.isPending || isUnderWay(check)}
              busyLabel={ask.isPending ? s.asking : s.checking}
              onClick={() => ask.mutate()}
            >
              <ShieldCheck aria-hidden />
              {s.check}
            </Button>
          ) : null
        }
      />
      {ask.error ? (
        <div className="px-4 pb-4">
          <FormError>
            {s.askFailed} {errorText(ask.error)}
          </FormError>
        </div>
      ) : null}
      {check ? (
        <LedgerResult check={check} />
      ) : error ? (
        <ErrorState title={s.loadFailed} text={errorText(error)} onRetry={() => void refetch()} />
      ) : (
        <LoadingRegion label={s.loading} className="stack-3 border-t border-line p-4">
          <Skeleton className="w-48" />
          <Skeleton className="w-80 max-w-full" />
          <Skeleton className="w-64 max-w-full" />
        </LoadingRegion>
      )}
    </Card>
  );
}
