import type { ChangeEvent } from 'react';
import type { DatedSearch } from '@/lib/list-search';
import { DateField } from './date-field';
import { Field } from './field';
import { listStrings } from './list-strings';
import { SearchInput } from './search-input';
import { Select } from './select';

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
  className?: string;
};

/** One of several choices, or all of them. */
export function SelectFilter<Value extends string>(props: SelectFilterProps<Value>) {
  const { label, all, options, value, onValueChange, className = 'sm:w-40' } = props;
  return (
    <Field label={label} className={className}>
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

type TextFilterProps = {
  label: string;
  placeholder: string;
  clearLabel: string;
  value: string | undefined;
  onValueChange: (text: string | undefined) => void;
};

/** A word that the list is searched for besides the one in its search box. */
export function TextFilter({ label, placeholder, clearLabel, value, onValueChange }: TextFilterProps) {
  return (
    <div className="sm:w-44">
      <p className="mb-1.5 text-sm font-medium">{label}</p>
      <SearchInput
        label={label}
        placeholder={placeholder}
        clearLabel={clearLabel}
        value={value ?? ''}
        onValueChange={(text) => onValueChange(text || undefined)}
      />
    </div>
  );
}
