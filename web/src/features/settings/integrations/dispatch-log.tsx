import { getRouteApi } from '@tanstack/react-router';
import { SearchX, Send } from 'lucide-react';
import { useMemo } from 'react';
import { useListAddress } from '@/lib/list-address';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { CardHeader } from '@/ui/layout/card';
import { SelectFilter } from '@/ui/list/filter-fields';
import { ListView } from '@/ui/list/list-view';
import { dispatchStates } from '../search';
import { dispatchesQuery, type Subscription } from './api';
import { DispatchCard, dispatchColumns } from './dispatch-columns';
import { dispatchStrings as s } from './strings';

const route = getRouteApi('/_app/configuracion');
const stateOptions = dispatchStates.map((value) => ({ value, label: s.states[value] }));

/** Everything that was sent to a webhook, with what became of it. */
export function DispatchLog({ subscription: { id } }: { subscription: Subscription }) {
  const address = useListAddress(route.useSearch());
  const { search, page, limit, change } = address;
  const { estado } = search;
  const query = useKeptQuery(dispatchesQuery(id, { page, limit, ...(estado && { state: estado }) }));
  // A new array would rebuild the table on every render.
  const columns = useMemo(() => dispatchColumns(id), [id]);
  return (
    <ListView
      address={address}
      query={query}
      words={{ list: s.logTitle, loading: s.logLoading, loadFailed: s.logFailed }}
      filtered={estado !== undefined}
      header={<CardHeader title={s.logTitle} description={s.logHint} />}
      filters={
        <div className="px-4 pb-3">
          <SelectFilter
            label={s.state}
            all={s.everyState}
            options={stateOptions}
            value={estado}
            onValueChange={(next) => change({ estado: next })}
          />
        </div>
      }
      empty={<EmptyState icon={Send} title={s.emptyTitle} text={s.emptyText} className="pt-8" />}
      noMatch={
        <NoMatch
          icon={SearchX}
          title={s.noMatchTitle}
          text={s.noMatchText}
          onClear={() => change({ estado: undefined })}
        />
      }
      table={{
        columns,
        rowId: (dispatch) => String(dispatch.id),
        renderCard: (dispatch) => <DispatchCard subscriptionId={id} dispatch={dispatch} />,
      }}
    />
  );
}
