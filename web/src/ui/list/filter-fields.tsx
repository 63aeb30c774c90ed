import type { ChangeEvent } from 'react';
import type { DatedSearch } from '@/lib/list-search';
import { DateField } from '@/ui/form/date-field';
import { Field } from '@/ui/form/field';
import { SearchInput } from '@/ui/form/search-input';
import { Select } from '@/ui/form/select';
import { listStrings } from './list-strings';

type DateRangeProps = { address: { search: DatedSearch; change: (next: DatedSearch) => void } };

/** The first and the last day that a list shows. */
export function DateRange({ address: { search, change } }: DateRangeProps) {
  return (
    <>
      <DateField
        label={listStrings.dateFrom}
        value={search.desde ?? ''}
        max={search.hasta}
        onValueChange={(day) => change({ desde: day || undefined })}
        className="sm:w-36"
      />
      <DateField
        label={listStrings.dateTo}
        value={search.hasta ?? ''}
        min={search.desde}
        onValueChange={(day) => change({ hasta: day || undefined })}
        className="sm:w-36"
      />
    </>
  );
}

type SelectFilterProps<Value extends string> = {
  label: string;
  /** What stands for no filter. */
  all: string;
  options: readonly { value: Value; label: string }[];
  value: Value | undefined;
  onValueChange: (value: Value | undefined) => void;
  /** There is nothing to choose from because it could not be read; the list itself says why. */
  error?: Error | null;
  className?: string;
};

/** One of several choices, or all of them. */
export function SelectFilter<Value extends string>(props: SelectFilterProps<Value>) {
  const { label, all, options, value, onValueChange, error, className = 'sm:w-40' } = props;
  return (
    <Field label={label} error={error ? listStrings.choicesFailed : undefined} className={className}>
      <Select
        options={[{ value: '', label: all }, ...options]}
        className="sm:h-8 sm:text-sm"
        value={value ?? ''}
        onChange={({ target }: ChangeEvent<HTMLSelectElement>) =>
          onValueChange(options.find((option) => option.value === target.value)?.value)
        }
      />
    </Field>
  );
}

type UserSearch = { usuario?: string | undefined };

type UserFilterProps = { address: { search: UserSearch; change: (next: UserSearch) => void } };

/** Who did what a list shows, by a part of the name. */
export function UserFilter({ address: { search, change } }: UserFilterProps) {
  return (
    <div className="sm:w-48">
      <p className="mb-1.5 text-sm font-medium">{listStrings.user}</p>
      <SearchInput
        label={listStrings.user}
        placeholder={listStrings.anybody}
        clearLabel={listStrings.clearUser}
        value={search.usuario ?? ''}
        onValueChange={(text) => change({ usuario: text || undefined })}
      />
    </div>
  );
}
