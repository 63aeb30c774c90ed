import { type AlertList, alertLevelNames } from '@/features/shared/alert-level';
import type { ListAddress } from '@/lib/list-address';
import { SelectFilter } from '@/ui/list/filter-fields';
import { ListFilterBar } from '@/ui/list/list-filter-bar';
import { ToggleChip } from '@/ui/list/toggle-chip';
import type { AlertSummary } from './api';
import { filters } from './filters';
import { type AlertsSearch, type AlertsView, alertLevels } from './search';
import { strings } from './strings';

const levels = alertLevels.map((value) => ({ value, label: alertLevelNames[value] }));

type AlertFiltersProps = {
  address: ListAddress<AlertsSearch>;
  list: AlertList | undefined;
  summary: AlertSummary | undefined;
};

export function AlertFilters({ address, list, summary }: AlertFiltersProps) {
  const { search, change } = address;
  return (
    <ListFilterBar address={address} filters={filters} list={list} words={strings}>
      <SelectFilter
        label={strings.level}
        all={strings.allLevels}
        options={levels}
        value={search.nivel}
        onValueChange={(nivel) => change({ nivel })}
        className="sm:w-44"
      />
      <Views view={search.estado} summary={summary} onChange={(estado) => change({ estado, orden: undefined })} />
    </ListFilterBar>
  );
}

type ViewsProps = {
  view: AlertsView | undefined;
  summary: AlertSummary | undefined;
  onChange: (view: AlertsView | undefined) => void;
};

/** Each shows other alerts than the open ones, and pressing it again goes back to those. */
function Views({ view, summary, onChange }: ViewsProps) {
  const chips = [
    { value: 'pospuestas', label: strings.snoozed, count: summary?.snoozed },
    { value: 'resueltas', label: strings.resolved, count: summary?.resolved },
  ] as const;
  return (
    <fieldset aria-label={strings.views} className="flex gap-1">
      {chips.map(({ value, ...chip }) => (
        <ToggleChip
          key={value}
          {...chip}
          pressed={view === value}
          onClick={() => onChange(view === value ? undefined : value)}
        />
      ))}
    </fieldset>
  );
}
