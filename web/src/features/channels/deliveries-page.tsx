import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Inbox, SearchX, Webhook } from 'lucide-react';
import { type ListAddress, useListAddress } from '@/lib/list-address';
import { listFilters } from '@/lib/list-filters';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { PageHeader } from '@/ui/layout/page-header';
import { DateRange, SelectFilter } from '@/ui/list/filter-fields';
import { RefreshButton } from '@/ui/list/list-buttons';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import { ListView } from '@/ui/list/list-view';
import { channelsQuery, type DeliveryList, deliveriesQuery, filtersOf } from './api';
import { DeliveryCard, deliveryColumns } from './delivery-columns';
import { deliveryStrings as s, stateNames } from './delivery-strings';
import { type DeliveriesSearch, deliveryStates } from './search';

const route = getRouteApi('/_app/pedidos_/entregas');

const filters = listFilters<DeliveriesSearch>(['buscar', 'tienda', 'pedido', 'estado', 'desde', 'hasta']);
const states = deliveryStates.map((value) => ({ value, label: stateNames[value] }));

/** Everything that shops have sent, and what came of it. */
export function DeliveriesPage() {
  const address = useListAddress<DeliveriesSearch>(route.useSearch());
  const { search, page, limit } = address;
  const query = useKeptQuery(deliveriesQuery({ ...filtersOf(search), page, limit }));
  return (
    <>
      <PageHeader
        title={s.title}
        subtitle={s.subtitle}
        actions={
          <>
            <ButtonLink to="/configuracion" search={{ seccion: 'integraciones' }} className="max-sm:flex-1">
              <Webhook aria-hidden />
              {s.integrations}
            </ButtonLink>
            <RefreshButton busy={query.isFetching} onClick={query.retry} />
          </>
        }
      />
      <ListView
        address={address}
        query={query}
        words={s}
        filtered={filters.isAnySet(search)}
        filters={<Filters address={address} list={query.data} />}
        empty={<EmptyState icon={Inbox} title={s.emptyTitle} text={s.emptyText} />}
        noMatch={
          <NoMatch
            icon={SearchX}
            title={s.noMatchTitle}
            text={s.noMatchText}
            onClear={() => address.change(filters.none)}
          />
        }
        table={{
          columns: deliveryColumns,
          rowId: (delivery) => String(delivery.id),
          renderCard: (delivery) => <DeliveryCard delivery={delivery} />,
          linkedRows: true,
          minWidth: 'min-w-[60rem]',
        }}
      />
    </>
  );
}

type FiltersProps = { address: ListAddress<DeliveriesSearch>; list: DeliveryList | undefined };

function Filters({ address, list }: FiltersProps) {
  const { search, change } = address;
  const { data: channels } = useQuery(channelsQuery);
  return (
    <ListFilterBar address={address} filters={filters} list={list} words={s} searchClass="sm:w-72">
      <SelectFilter
        label={s.channel}
        all={s.allChannels}
        options={(channels?.results ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        value={search.tienda === undefined ? undefined : String(search.tienda)}
        onValueChange={(id) => change({ tienda: id === undefined ? undefined : Number(id) })}
        className="sm:w-44"
      />
      <SelectFilter
        label={s.state}
        all={s.allStates}
        options={states}
        value={search.estado}
        onValueChange={(estado) => change({ estado })}
        className="sm:w-44"
      />
      <DateRange address={address} />
      {search.pedido === undefined ? null : (
        <Button aria-label={s.removeOrder} onClick={() => change({ pedido: undefined })}>
          {s.ofOrder} <span aria-hidden>×</span>
        </Button>
      )}
    </ListFilterBar>
  );
}
