import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { SupplierPicker } from '@/features/shared/supplier-picker';
import { mainLocation, useActiveLocations } from '@/features/shared/use-locations';
import { errorText } from '@/lib/api-error';
import { parseWhole } from '@/lib/parse-whole';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { Input } from '@/ui/form/input';
import { Segmented } from '@/ui/form/segmented';
import { Select } from '@/ui/form/select';
import { type Import, mapImport, showImport, supplierNameQuery } from './api';
import type { ReadingChoice } from './column-draft';
import { mappingStrings as s } from './strings';
import { isOfSupplier, useSubject } from './subject';

type ReadingOptionsProps = {
  imported: Import;
  choice: ReadingChoice;
  onChange: (choice: ReadingChoice) => void;
};

const decimals = [
  { value: ',', label: s.comma },
  { value: '.', label: s.point },
] as const;

const emptyCells = [
  { value: 'keep', label: s.keep },
  { value: 'clear', label: s.clear },
] as const;

/** What a file cannot say about itself. */
export function ReadingOptions({ imported, choice, onChange }: ReadingOptionsProps) {
  const { subject } = useSubject();
  return (
    <fieldset className="border-t border-line px-4 py-4">
      <legend className="sr-only">{s.options}</legend>
      <div className="flex flex-wrap items-start gap-x-8 gap-y-4">
        <SheetChoice imported={imported} />
        <HeaderRow imported={imported} />
        <Choice label={s.decimal}>
          <Segmented
            label={s.decimal}
            segments={decimals}
            value={choice.decimal === '.' ? '.' : ','}
            onValueChange={(decimal) => onChange({ ...choice, decimal })}
            className="max-sm:flex"
          />
        </Choice>
        {/* An order is made or left as it is: there is nothing that an empty cell could take away. */}
        {subject === 'products' ? (
          <Choice label={s.emptyCells}>
            <Segmented
              label={s.emptyCells}
              segments={emptyCells}
              value={choice.emptyCells}
              onValueChange={(value) => onChange({ ...choice, emptyCells: value })}
              className="max-sm:flex"
            />
          </Choice>
        ) : null}
        {isOfSupplier(subject) ? (
          <SupplierChoice value={choice.supplierId} onChange={(supplierId) => onChange({ ...choice, supplierId })} />
        ) : null}
        {subject === 'prices' ? null : (
          <LocationChoice value={choice.locationId} onChange={(locationId) => onChange({ ...choice, locationId })} />
        )}
      </div>
    </fieldset>
  );
}

function Choice({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="max-sm:w-full">
      <p aria-hidden className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      {children}
    </div>
  );
}

/** Which sheet of a workbook is read. Another one has other columns, which the server suggests. */
function SheetChoice({ imported }: { imported: Import }) {
  const queryClient = useQueryClient();
  const choose = useMutation({
    mutationFn: (sheet: string) => mapImport(imported.id, { mapping: {}, sheet }),
    onSuccess: (now) => showImport(queryClient, now),
  });
  if (imported.sheets.length < 2) return null;
  return (
    <Field label={s.sheet} error={choose.error ? errorText(choose.error) : undefined} className="sm:w-56">
      <Select
        small
        options={imported.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
        value={choose.isPending ? choose.variables : imported.sheet}
        onChange={(event) => choose.mutate(event.target.value)}
      />
    </Field>
  );
}

/** Titles above a table are passed over by themselves; this is for when the wrong row was taken for the names. */
function HeaderRow({ imported }: { imported: Import }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(String(imported.headerRow));
  const row = parseWhole(text);
  const changed = row !== imported.headerRow;
  const move = useMutation({
    mutationFn: (headerRow: number) => mapImport(imported.id, { mapping: {}, headerRow }),
    onSuccess: (now) => showImport(queryClient, now),
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    if (row !== null && row > 0 && changed) move.mutate(row);
  }

  return (
    <form noValidate onSubmit={submit} className="max-sm:w-full">
      <Field
        label={s.headerRow}
        error={row === null || row === 0 ? s.headerRowInvalid : move.error ? errorText(move.error) : undefined}
      >
        <span className="flex gap-2">
          <Input
            integer
            className="h-8 w-20"
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              move.reset();
            }}
          />
          {changed ? (
            <Button type="submit" busy={move.isPending} busyLabel={s.changingHeaderRow}>
              {s.changeHeaderRow}
            </Button>
          ) : null}
        </span>
      </Field>
    </form>
  );
}

/** Whose prices they are. */
function SupplierChoice({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const { data } = useQuery({ ...supplierNameQuery(value), enabled: value > 0 });
  return (
    <Field label={s.supplier} className="sm:w-72">
      <SupplierPicker
        // The name of the one that is chosen may come later than its number.
        key={data?.id ?? 0}
        value={value > 0 && data ? data : null}
        onValueChange={(next) => onChange(next?.id ?? 0)}
        small
      />
    </Field>
  );
}

/** With one location no screen mentions them. */
function LocationChoice({ value, onChange }: { value: number; onChange: (id: number) => void }) {
  const { subject, words } = useSubject();
  const locations = useActiveLocations();
  if (locations.length < 2) return null;
  const places = locations.map(({ id, name }) => ({ value: String(id), label: name }));
  // Without a place, a stock is that of the whole product; an order has to leave from somewhere.
  const options = subject === 'products' ? [{ value: '0', label: s.wholeStock }, ...places] : places;
  const chosen = value === 0 && subject !== 'products' ? mainLocation(locations)?.id : value;
  return (
    <Field
      label={words.location}
      className="sm:w-56"
      {...(subject === 'products' && { hint: value === 0 ? s.wholeStockHint : s.oneStockHint })}
    >
      <Select
        small
        options={options}
        value={String(chosen)}
        onChange={(event) => onChange(Number(event.target.value))}
      />
    </Field>
  );
}
