import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { Controller } from 'react-hook-form';
import { categoriesQuery } from '@/features/shared/api';
import { passes, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { isFraction, parseWhole } from '@/lib/parse-whole';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { Select } from '@/ui/form/select';
import { SuggestInput } from '@/ui/form/suggest-input';
import { useSelection } from '@/ui/list/selection';
import { type ProductStatus, statuses } from '../list/search';
import { numberStrings, strings } from '../strings';
import { type BulkChange, changeProducts } from './changes';
import { bulkStrings as s } from './strings';

export type BulkKind = 'status' | 'category' | 'minStock';

const titles = { status: s.statusTitle, category: s.categoryTitle, minStock: s.minStockTitle };

/** An empty category or minimum is a value too: it takes the old one away. */
function changeOf(kind: BulkKind, text: string): BulkChange {
  if (kind === 'status') return { status: text as ProductStatus };
  if (kind === 'category') return { category: text.trim() === '' ? null : text.trim() };
  return { minStock: text.trim() === '' ? null : (parseWhole(text) ?? 0) };
}

function check(kind: BulkKind, text: string): string | true {
  if (kind === 'status') return text !== '' || s.statusRequired;
  if (kind === 'minStock' && isFraction(text)) return numberStrings.whole;
  if (kind === 'minStock') return text.trim() === '' || parseWhole(text) !== null || s.minStockInvalid;
  return true;
}

const rulesOf = (kind: BulkKind) => rulesFor<{ value: string }>({ value: passes<string>((text) => check(kind, text)) });
const rules = { status: rulesOf('status'), category: rulesOf('category'), minStock: rulesOf('minStock') };

type BulkDialogProps = { kind: BulkKind; onClose: () => void };

/** One value for all the chosen products. */
export default function BulkDialog({ kind, onClose }: BulkDialogProps) {
  const first = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const { ids, clear } = useSelection();
  const queryClient = useQueryClient();
  const { data: categories = [] } = useQuery({ ...categoriesQuery, enabled: kind === 'category' });
  const form = useCheckedForm(rules[kind], { value: '' });

  async function submit({ value }: { value: string }) {
    await changeProducts(queryClient, ids, changeOf(kind, value));
    onClose();
    clear();
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={titles[kind](ids.size)}
      initialFocus={first}
      saveLabel={s.apply}
      savingLabel={s.applying}
      failedTitle={s.failed}
    >
      <Controller
        control={form.control}
        name="value"
        render={({ field: { value, onChange } }) => (
          <BulkField
            kind={kind}
            value={value}
            onChange={onChange}
            error={form.formState.errors.value?.message}
            first={first}
            categories={categories.map(({ name }) => name)}
          />
        )}
      />
    </FormDialog>
  );
}

type BulkFieldProps = {
  kind: BulkKind;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  first: React.RefObject<(HTMLInputElement & HTMLSelectElement) | null>;
  categories: string[];
};

function BulkField({ kind, value, onChange, error, first, categories }: BulkFieldProps) {
  if (kind === 'status') {
    return (
      <Field label={s.statusLabel} error={error}>
        <Select
          ref={first}
          value={value}
          placeholder={s.chooseStatus}
          options={statuses.map((status) => ({ value: status, label: strings.statuses[status] }))}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    );
  }
  if (kind === 'category') {
    return (
      <Field label={s.categoryLabel} hint={s.categoryHint} error={error}>
        <SuggestInput
          label={s.categoryLabel}
          ref={first}
          value={value}
          onValueChange={onChange}
          suggestions={categories}
        />
      </Field>
    );
  }
  return (
    <Field label={s.minStockLabel} hint={s.minStockHint} error={error}>
      <Input ref={first} integer value={value} onChange={(event) => onChange(event.target.value)} />
    </Field>
  );
}
