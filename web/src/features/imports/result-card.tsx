import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { formatDateTime, formatInteger } from '@/lib/format';
import { FormError, Notice } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { ButtonLink } from '@/ui/form/button-link';
import type { Import } from './api';
import { ImportFigures } from './import-figures';
import { Problems } from './problems';
import { canUndo } from './progress';
import { StepCard } from './step-card';
import { reviewStrings, endStrings as s, strings } from './strings';
import { useSubject } from './subject';
import { UndoDialog } from './undo-dialog';

/** How an import ended, and the way back from it. */
export function ResultCard({ imported }: { imported: Import }) {
  if (imported.status === 'failed') return <FailedImport imported={imported} />;
  if (imported.status === 'undone') return <UndoneImport imported={imported} />;
  return <DoneImport imported={imported} />;
}

function DoneImport({ imported }: { imported: Import }) {
  const { subject, home, start, words } = useSubject();
  const [asking, setAsking] = useState(false);
  const { created, updated, unchanged } = imported;
  return (
    <StepCard
      title={s.doneTitle}
      text={<Author imported={imported} />}
      footer={
        <>
          {canUndo(imported) ? (
            <Button className="sm:mr-auto" onClick={() => setAsking(true)}>
              <Undo2 aria-hidden />
              {s.undo}
            </Button>
          ) : null}
          <ButtonLink to={start}>{strings.again}</ButtonLink>
          {imported.purchaseId === 0 ? (
            <ButtonLink variant="primary" to={home}>
              {words.seeAll}
            </ButtonLink>
          ) : (
            <ButtonLink variant="primary" to="/compras/$id" params={{ id: String(imported.purchaseId) }}>
              {s.seeDraft}
            </ButtonLink>
          )}
        </>
      }
    >
      <ImportFigures
        label={s.summary}
        figures={[
          { label: s.created, value: formatInteger(created) },
          ...(subject === 'products' || subject === 'prices'
            ? [{ label: s.updated, value: formatInteger(updated) }]
            : []),
          { label: s.unchanged, value: formatInteger(unchanged) },
        ]}
      />
      {imported.failure === '' ? null : (
        <div className="border-t border-line p-4">
          <FormError>
            <p className="font-semibold">{s.undoFailed}</p>
            <p>{imported.failure}</p>
          </FormError>
        </div>
      )}
      {created + updated === 0 ? (
        <div className="border-t border-line p-4">
          <Notice tone="ok">{words.nothingChanged}</Notice>
        </div>
      ) : null}
      {imported.problems.length > 0 ? <Waiting imported={imported} /> : null}
      {asking ? <UndoDialog imported={imported} onClose={() => setAsking(false)} /> : null}
    </StepCard>
  );
}

/** Orders that did not come as far as the file has them, because a user took their stock meanwhile. */
function Waiting({ imported }: { imported: Import }) {
  return (
    <>
      <div className="border-t border-line p-4">
        <Notice tone="low" title={s.waitingTitle}>
          {s.waitingText}
        </Notice>
      </div>
      <Problems problems={imported.problems} />
    </>
  );
}

function FailedImport({ imported }: { imported: Import }) {
  const { start } = useSubject();
  return (
    <StepCard
      title={s.failedTitle}
      text={<Author imported={imported} />}
      footer={
        <ButtonLink variant="primary" to={start}>
          {reviewStrings.mended}
        </ButtonLink>
      }
    >
      <div className="px-4 pb-4">
        <FormError>{imported.failure}</FormError>
      </div>
      {imported.problems.length > 0 ? <Problems problems={imported.problems} /> : null}
    </StepCard>
  );
}

function UndoneImport({ imported }: { imported: Import }) {
  const { home, start, words } = useSubject();
  const partly = imported.problems.length > 0;
  return (
    <StepCard
      title={s.undoneTitle}
      text={<Author imported={imported} />}
      footer={
        <>
          <ButtonLink to={start}>{strings.again}</ButtonLink>
          <ButtonLink variant="primary" to={home}>
            {words.seeAll}
          </ButtonLink>
        </>
      }
    >
      <div className="px-4 pb-4">
        <Notice tone={partly ? 'low' : 'ok'}>{partly ? words.undonePartly : words.undoneText}</Notice>
      </div>
      {partly ? <Problems problems={imported.problems} /> : null}
    </StepCard>
  );
}

function Author({ imported: { createdBy, endedAt, createdAt } }: { imported: Import }) {
  return <p className="num">{s.doneText(createdBy, formatDateTime(endedAt ?? createdAt))}</p>;
}
