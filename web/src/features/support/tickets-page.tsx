import { getRouteApi } from '@tanstack/react-router';
import { SearchX, Ticket as TicketIcon } from 'lucide-react';
import { useListAddress } from '@/lib/list-address';
import { listFilters } from '@/lib/list-filters';
import { useCan } from '@/lib/permissions';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { SelectFilter } from '@/ui/list/filter-fields';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import { ListView } from '@/ui/list/list-view';
import { ticketsQuery } from './api';
import { type TicketsSearch, ticketStatuses } from './search';
import { SupportFrame } from './support-frame';
import { TicketCard, ticketColumns } from './ticket-columns';
import { listStrings as s, statusLook } from './ticket-strings';

const route = getRouteApi('/_app/soporte_/tickets');
const filters = listFilters<TicketsSearch>(['buscar', 'estado']);
const statuses = ticketStatuses.map((value) => ({ value, label: statusLook[value].label }));

/** Own tickets, or everybody's for those who answer them. */
export function TicketsPage() {
  const address = useListAddress<TicketsSearch>(route.useSearch());
  const { search, page, limit, change } = address;
  const attends = useCan('tickets.attend');
  const query = useKeptQuery(
    ticketsQuery({
      ...(search.buscar !== undefined && { search: search.buscar }),
      ...(search.estado !== undefined && { status: search.estado }),
      page,
      limit,
    }),
  );
  return (
    <SupportFrame title={s.title}>
      <ListView
        address={address}
        query={query}
        words={s}
        filtered={filters.isAnySet(search)}
        filters={
          <ListFilterBar address={address} filters={filters} list={query.data} words={s}>
            <SelectFilter
              label={s.status}
              all={s.allStatuses}
              options={statuses}
              value={search.estado}
              onValueChange={(estado) => change({ estado })}
              className="sm:w-44"
            />
          </ListFilterBar>
        }
        empty={<EmptyState icon={TicketIcon} title={s.emptyTitle} text={attends ? s.emptyText : s.emptyOwnText} />}
        noMatch={
          <NoMatch icon={SearchX} title={s.noMatchTitle} text={s.noMatchText} onClear={() => change(filters.none)} />
        }
        table={{
          columns: ticketColumns,
          rowId: (ticket) => String(ticket.id),
          renderCard: (ticket) => <TicketCard ticket={ticket} />,
          linkedRows: true,
        }}
      />
    </SupportFrame>
  );
}
