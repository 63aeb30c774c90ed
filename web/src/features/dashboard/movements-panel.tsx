import { ArrowDownUp } from 'lucide-react';
import type { Movement } from '@/features/movements/api';
import { MovementAmount, MovementIcon } from '@/features/movements/movement-amount';
import { movementWords } from '@/features/movements/strings';
import { businessDay, today } from '@/lib/business-day';
import { formatDateTime, formatDayMonth } from '@/lib/format';
import { Button } from '@/ui/form/button';
import { movementRows } from './api';
import { type Loading, Panel, PanelEmpty } from './panel';
import { strings } from './strings';

type MovementsPanelProps = { movements: Loading<Movement[]>; onSeeAll: () => void };

export function MovementsPanel({ movements, onSeeAll }: MovementsPanelProps) {
  return (
    <Panel
      title={strings.movements}
      action={
        movements.data?.length === 0 ? undefined : (
          <Button variant="ghost" size="sm" className="-my-1 -mr-2 text-sm text-accent" onClick={onSeeAll}>
            {strings.seeAll}
          </Button>
        )
      }
      loading={movements}
      loadingLabel={strings.loadingMovements}
      skeletonRows={movementRows}
    >
      {(rows) =>
        rows.length === 0 ? (
          <PanelEmpty
            icon={<ArrowDownUp aria-hidden className="text-ink-3" />}
            title={strings.noMovements}
            text={strings.noMovementsText}
          />
        ) : (
          <ul className="flex flex-1 flex-col ruled">
            {rows.map((movement) => (
              <MovementRow key={movement.id} movement={movement} />
            ))}
          </ul>
        )
      }
    </Panel>
  );
}

function MovementRow({ movement }: { movement: Movement }) {
  const { type, product, user, createdAt } = movement;
  return (
    <li className="flex min-h-15 flex-1 items-center gap-3 py-2">
      <MovementIcon type={type} />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-medium" title={product}>
          {product}
        </span>
        <span className="block truncate text-xs text-ink-3">
          {movementWords.types[type]} · {user}
        </span>
      </span>
      <MovementAmount movement={movement} />
      <time
        dateTime={createdAt}
        title={formatDateTime(createdAt)}
        className="num w-11 shrink-0 text-right text-sm text-ink-2"
      >
        {isToday(createdAt) ? movement.time : formatDayMonth(createdAt)}
      </time>
    </li>
  );
}

function isToday(createdAt: string): boolean {
  return businessDay(createdAt) === today();
}
