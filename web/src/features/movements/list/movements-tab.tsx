import { ArrowDownUp, SearchX } from 'lucide-react';
import { useActiveLocations } from '@/features/shared/use-locations';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { ListView } from '@/ui/list/list-view';
import { movementsQuery } from '../api';
import { locatedColumns, MovementCard, movementColumns } from '../movement-columns';
import { strings } from '../strings';
import { MovementFilters } from './movement-filters';
import { filters, filtersOf, useMovementsAddress } from './use-movements-address';

/** The stock movements page of the spec: a part of the inventory screen. */
export default function MovementsTab() {
  const address = useMovementsAddress();
  const { search, page, limit } = address;
  const query = useKeptQuery(movementsQuery({ ...filtersOf(search), page, limit }));
  const located = useActiveLocations().length > 1;
  return (
    <ListView
      address={address}
      query={query}
      words={strings}
      filtered={filters.isAnySet(search)}
      filters={<MovementFilters address={address} list={query.data} />}
      empty={<EmptyState icon={ArrowDownUp} title={strings.emptyTitle} text={strings.emptyText} />}
      noMatch={
        <NoMatch
          icon={SearchX}
          title={strings.noMatchTitle}
          text={strings.noMatchText}
          onClear={() => address.change(filters.none)}
        />
      }
      table={{
        columns: located ? locatedColumns : movementColumns,
        rowId: (movement) => String(movement.id),
        renderCard: (movement) => <MovementCard movement={movement} located={located} />,
      }}
    />
  );
}
