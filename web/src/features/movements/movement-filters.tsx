import { type ReactNode, useRef } from 'react';
import { strings as stockStrings } from '@/features/stock/strings';
import { useHotkey } from '@/lib/hotkeys';
import { DateField } from '@/ui/date-field';
import { Field } from '@/ui/field';
import { FilterBar } from '@/ui/filter-bar';
import { SearchInput } from '@/ui/search-input';
import { Select } from '@/ui/select';
import { strings } from './strings';
import { activeFilters, type MovementsAddress, noFilters } from './use-movements-address';

const types = [
  { value: '', label: strings.allTypes },
  { value: 'entrada', label: stockStrings.movementTypes.entrada },
  { value: 'salida', label: stockStrings.movementTypes.salida },
];

type MovementFiltersProps = { address: MovementsAddress; resultsLabel: string; actions?: ReactNode };

export function MovementFilters({ address, resultsLabel, actions }: MovementFiltersProps) {
  const { search, change } = address;
  const searchBox = useRef<HTMLInputElement>(null);
  useHotkey('/', () => searchBox.current?.focus());
  return (
    <FilterBar
      activeCount={activeFilters(search)}
      resultsLabel={resultsLabel}
      onClear={() => change(noFilters)}
      actions={actions}
      search={
        <SearchInput
          ref={searchBox}
          label={strings.search}
          placeholder={strings.searchPlaceholder}
          clearLabel={strings.clearSearch}
          hotkey="/"
          value={search.buscar ?? ''}
          onValueChange={(text) => change({ buscar: text || undefined })}
          className="sm:w-64"
        />
      }
      filters={
        <>
          <Field label={strings.type} className="sm:w-40">
            <Select
              options={types}
              className="sm:h-8 sm:text-sm"
              value={search.tipo ?? ''}
              onChange={(event) => change({ tipo: movementType(event.target.value) })}
            />
          </Field>
          <div className="sm:w-44">
            <p className="mb-1.5 text-sm font-medium">{strings.createdBy}</p>
            <SearchInput
              label={strings.createdBy}
              placeholder={strings.createdByPlaceholder}
              clearLabel={strings.clearCreatedBy}
              value={search.usuario ?? ''}
              onValueChange={(text) => change({ usuario: text || undefined })}
            />
          </div>
          <DateField
            label={strings.dateFrom}
            value={search.desde ?? ''}
            max={search.hasta}
            onValueChange={(day) => change({ desde: day || undefined })}
            className="sm:w-36"
          />
          <DateField
            label={strings.dateTo}
            value={search.hasta ?? ''}
            min={search.desde}
            onValueChange={(day) => change({ hasta: day || undefined })}
            className="sm:w-36"
          />
        </>
      }
    />
  );
}

function movementType(value: string): 'entrada' | 'salida' | undefined {
  return value === 'entrada' || value === 'salida' ? value : undefined;
}
