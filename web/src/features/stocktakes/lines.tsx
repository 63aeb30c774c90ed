import { CircleCheck, SearchX } from 'lucide-react';
import { useMemo } from 'react';
import { useKeptQuery } from '@/lib/use-kept-query';
import { EmptyState, NoMatch } from '@/ui/feedback/states';
import { SearchInput } from '@/ui/form/search-input';
import { Segmented } from '@/ui/form/segmented';
import { ListView } from '@/ui/list/list-view';
import { type LineFilters, linesQuery, type Stocktake } from './api';
import { LineCard, lineColumns } from './line-columns';
import { lineStrings as s } from './strings';
import { type StocktakeAddress, useStocktakeAddress } from './use-stocktake-address';

type LinesProps = { stocktake: Stocktake; counting: boolean };

/** What a blind stocktake expects stays hidden until it has ended. */
function isHidden({ blind, state }: Stocktake): boolean {
  return blind && state === 'open';
}

function filtersOf({ search, page, limit }: StocktakeAddress, hidden: boolean): LineFilters {
  return {
    ...(search.buscar !== undefined && { search: search.buscar }),
    ...(search.lineas === 'pendientes' && { onlyPending: true }),
    ...(search.lineas === 'diferencias' && !hidden && { onlyDifferences: true }),
    page,
    limit,
  };
}

export function Lines({ stocktake, counting }: LinesProps) {
  const address = useStocktakeAddress();
  const hidden = isHidden(stocktake);
  const query = useKeptQuery(linesQuery(stocktake.id, filtersOf(address, hidden)));
  const columns = useMemo(
    () => lineColumns({ stocktakeId: stocktake.id, counting, hidden }),
    [stocktake.id, counting, hidden],
  );
  const nothing = <Nothing address={address} />;
  return (
    <ListView
      address={address}
      query={query}
      words={s}
      // A user who looks for a line must be able to look for another one.
      filtered
      filters={<LineFilterBar address={address} hidden={hidden} />}
      empty={nothing}
      noMatch={nothing}
      table={{
        columns,
        rowId: (line) => String(line.productId),
        renderCard: (line) => <LineCard line={line} stocktakeId={stocktake.id} counting={counting} hidden={hidden} />,
      }}
    />
  );
}

type LineFilterBarProps = { address: StocktakeAddress; hidden: boolean };

function LineFilterBar({ address, hidden }: LineFilterBarProps) {
  const { search, change } = address;
  const segments = [
    { value: 'todas', label: s.all },
    { value: 'pendientes', label: s.pending },
    ...(hidden ? [] : [{ value: 'diferencias', label: s.differing }]),
  ];
  return (
    <div className="flex flex-wrap items-center gap-2 p-3">
      <SearchInput
        label={s.search}
        placeholder={s.searchPlaceholder}
        clearLabel={s.clearSearch}
        value={search.buscar ?? ''}
        onValueChange={(text) => change({ buscar: text || undefined })}
        className="w-72 max-sm:w-full"
      />
      <Segmented
        label={s.show}
        segments={segments}
        value={hidden && search.lineas === 'diferencias' ? 'todas' : (search.lineas ?? 'todas')}
        onValueChange={(shown) =>
          change({ lineas: shown === 'pendientes' || shown === 'diferencias' ? shown : undefined })
        }
        className="max-sm:flex max-sm:w-full"
      />
    </div>
  );
}

/** Nothing left to count, or nothing that differs, is good news; the rest is a search without a match. */
function Nothing({ address }: { address: StocktakeAddress }) {
  const { buscar, lineas } = address.search;
  if (buscar === undefined && lineas === 'pendientes') {
    return <EmptyState icon={CircleCheck} title={s.allCountedTitle} text={s.allCountedText} />;
  }
  if (buscar === undefined && lineas === 'diferencias') {
    return <EmptyState icon={CircleCheck} title={s.noDifferencesTitle} text={s.noDifferencesText} />;
  }
  return (
    <NoMatch
      icon={SearchX}
      title={s.noMatchTitle}
      text={s.noMatchText}
      onClear={() => address.change({ buscar: undefined, lineas: undefined })}
    />
  );
}
