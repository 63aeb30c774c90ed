import type { Movement } from './api';
import { reasonLabel } from './strings';

type MovementReasonProps = {
  movement: Pick<Movement, 'reason' | 'notes'>;
  /** Where it happened, in lists that have no column for it. */
  place?: string | undefined;
};

/** Why stock changed, and below it what a user wrote about it. */
export function MovementReason({ movement, place }: MovementReasonProps) {
  const below = [place, movement.notes].filter(Boolean).join(' · ');
  return (
    <span className="block min-w-0 leading-tight">
      <span className="block truncate">{reasonLabel(movement.reason)}</span>
      {below === '' ? null : (
        <span className="block truncate text-xs text-ink-3" title={below}>
          {below}
        </span>
      )}
    </span>
  );
}
