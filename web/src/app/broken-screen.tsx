import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { gateStrings } from './gate-strings';

/** What is left when a screen throws while rendering; the shell around it keeps working. */
export function BrokenScreen({ reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <ErrorState
      heading="h1"
      title={gateStrings.brokenTitle}
      text={gateStrings.brokenText}
      onRetry={() => {
        // A screen that could not be fetched is fetched again.
        void router.invalidate();
        reset();
      }}
    >
      <Button onClick={() => window.location.reload()}>{gateStrings.reload}</Button>
    </ErrorState>
  );
}
