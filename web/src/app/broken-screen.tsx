import type { ErrorComponentProps } from '@tanstack/react-router';
import { ErrorState } from '@/ui/states';
import { strings } from './strings';

/** What is left when a screen throws while rendering; the shell around it keeps working. */
export function BrokenScreen({ reset }: ErrorComponentProps) {
  return <ErrorState title={strings.brokenTitle} text={strings.brokenText} onRetry={reset} />;
}
