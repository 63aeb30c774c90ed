import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatBytes } from '@/lib/format';
import { IntoView } from '@/ui/feedback/into-view';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import { type Import, mapImport, showImport } from './api';
import { type ColumnDraft, columnDraftOf, forgetColumnDraft, keepColumnDraft } from './column-draft';
import { ColumnList } from './column-list';
import { type ColumnChoices, choose, mappingOf } from './mapping';
import { ReadingOptions } from './reading-options';
import { StepCard } from './step-card';
import { mappingStrings as s, strings } from './strings';
import { isOfSupplier, useSubject } from './subject';

/** What is in each column, and how the file is to be read. */
export function MappingStep({ imported }: { imported: Import }) {
  const [draft, setDraft] = useState(() => columnDraftOf(imported));
  const { choices, reading } = draft;
  const { start, subject } = useSubject();
  const [asked, setAsked] = useState(false);
  const save = useSaveMapping(imported);
  const missing = missingOf(imported, choices);
  const nobody = isOfSupplier(subject) && reading.supplierId === 0;
  const problem =
    asked && missing !== ''
      ? s.missing(missing)
      : asked && nobody
        ? s.supplierRequired
        : save.error
          ? errorText(save.error)
          : undefined;

  function change(next: Partial<ColumnDraft>) {
    const changed = { ...draft, ...next };
    setDraft(changed);
    keepColumnDraft(imported, changed);
  }

  function goOn() {
    setAsked(true);
    const { supplierId, ...read } = reading;
    if (missing !== '' || nobody) return;
    save.mutate({ mapping: mappingOf(choices), ...read, ...(isOfSupplier(subject) && { supplierId }) });
  }

  return (
    <StepCard
      title={s.title}
      text={
        <>
          <p>{s.text}</p>
          <p className="num">{about(imported)}</p>
        </>
      }
      footer={
        <>
          <ButtonLink to={start}>{strings.other}</ButtonLink>
          <Button variant="primary" busy={save.isPending} busyLabel={s.continuing} onClick={goOn}>
            {s.continue}
          </Button>
        </>
      }
    >
      <ColumnList
        imported={imported}
        choices={choices}
        onChoose={(column, field) => change({ choices: choose(choices, column, field) })}
      />
      <ReadingOptions imported={imported} choice={reading} onChange={(next) => change({ reading: next })} />
      {problem === undefined ? null : (
        <div className="px-4 pb-4">
          <IntoView>
            <FormError>{problem}</FormError>
          </IntoView>
        </div>
      )}
    </StepCard>
  );
}

/** The fields that must have a column and have none, as a sentence names them. */
function missingOf({ fields }: Import, choices: ColumnChoices): string {
  const names = fields
    .filter(({ name, required }) => required && !choices.includes(name))
    .map(({ name, label }) => s.neededFields[name] ?? label);
  return new Intl.ListFormat('es').format(names);
}

/** «CSV, UTF-8, separado por «;» · 24 KB» */
function about({ kind, encoding, separator, size }: Import): string {
  const parts = [
    s.kinds[kind],
    ...(encoding === '' ? [] : [encoding.toLocaleUpperCase('es')]),
    ...(separator === '' ? [] : [s.separator(separator)]),
  ];
  return `${parts.join(', ')} · ${formatBytes(size)}`;
}

function useSaveMapping(imported: Import) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Parameters<typeof mapImport>[1]) => mapImport(imported.id, body),
    onSuccess: (now) => {
      forgetColumnDraft(imported);
      showImport(queryClient, now);
      void navigate({ to: '.', search: { paso: 'revisar' } });
    },
  });
}
