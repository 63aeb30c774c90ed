import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '@/ui/feedback/states';
import { gateStrings } from './gate-strings';

/** What is left when a screen throws while rendering; the shell around it keeps working. */
export function BrokenScreen({ reset }: ErrorComponentProps) {
  return <ErrorState title={gateStrings.brokenTitle} text={gateStrings.brokenText} onRetry={reset} />;
}
