import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { errorText } from '@/lib/api-error';
import { formatBytes } from '@/lib/format';
import { Button } from '@/ui/button';
import { ButtonLink } from '@/ui/button-link';
import { IntoView } from '@/ui/into-view';
import { FormError } from '@/ui/states';
import { type Import, mapImport, showImport } from './api';
import { ColumnList } from './column-list';
import { type ColumnChoices, choicesOf, choose, mappingOf } from './mapping';
import { type ReadingChoice, ReadingOptions } from './reading-options';
import { StepCard } from './step-card';
import { mappingStrings as s, strings } from './strings';
import { useSubject } from './subject';

/** What is in each column, and how the file is to be read. */
export function MappingStep({ imported }: { imported: Import }) {
  const [choices, setChoices] = useState(() => choicesOf(imported.mapping, imported.columns.length));
  const [reading, setReading] = useState<ReadingChoice>({
    decimal: imported.decimal,
    emptyCells: imported.emptyCells,
    locationId: imported.locationId,
  });
  const { start } = useSubject();
  const [asked, setAsked] = useState(false);
  const save = useSaveMapping(imported.id);
  const missing = missingOf(imported, choices);
  const problem =
    asked && missing !== '' ? s.missing(missing) : save.error ? errorText(save.error) : undefined;

  function goOn() {
    setAsked(true);
    if (missing === '') save.mutate({ mapping: mappingOf(choices), ...reading });
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
        onChoose={(column, field) => setChoices((before) => choose(before, column, field))}
      />
      <ReadingOptions imported={imported} choice={reading} onChange={setReading} />
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

function useSaveMapping(id: number) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (body: Parameters<typeof mapImport>[1]) => mapImport(id, body),
    onSuccess: (now) => {
      showImport(queryClient, now);
      void navigate({ to: '.', search: { paso: 'revisar' } });
    },
  });
}
