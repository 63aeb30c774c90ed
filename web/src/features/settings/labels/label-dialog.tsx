import { useRef, useState } from 'react';
import { ApiError, errorText } from '@/lib/api-error';
import { filled, rulesFor, useCheckedForm } from '@/lib/checked-form';
import { joinRefs } from '@/lib/join-refs';
import { showToast } from '@/ui/feedback/toast';
import { Field } from '@/ui/form/field';
import { FormDialog } from '@/ui/form/form-dialog';
import { Input } from '@/ui/form/input';
import { ConfirmDialog } from '@/ui/overlay/confirm-dialog';
import type { LabelKind } from '../search';
import { type Label, useRenameLabel } from './api';
import { labelWords, labelStrings as s } from './strings';

/** The name that another one has already, and what the server says that joining the two would do. */
type Merge = { name: string; consequence: string };

const labelRules = rulesFor<{ name: string }>({ name: filled(s.nameRequired) });

type LabelDialogProps = { kind: LabelKind; label: Label; onClose: () => void };

export function LabelDialog({ kind, label, onClose }: LabelDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const rename = useRenameLabel(kind);
  const [merge, setMerge] = useState<Merge | null>(null);
  const form = useCheckedForm(labelRules, { name: label.name });
  const { ref, ...registered } = form.register('name');

  async function submit(values: { name: string }) {
    const name = values.name.trim();
    try {
      if (name !== label.name) {
        const renamed = await rename.mutateAsync({ id: label.id, name, merge: false });
        showToast({ title: s.renamed, description: s.renamedText(label.name, renamed.name) });
      }
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error;
      setMerge({ name, consequence: error.detail });
    }
  }

  return (
    <FormDialog
      form={form}
      onSubmit={submit}
      onClose={onClose}
      title={labelWords[kind].renameTitle}
      initialFocus={input}
      saveLabel={s.save}
      savingLabel={s.saving}
      failedTitle={s.failed}
    >
      <Field label={s.name} hint={s.nameHint(label.products)} error={form.formState.errors.name?.message}>
        <Input required autoComplete="off" maxLength={80} {...registered} ref={joinRefs(ref, input)} />
      </Field>
      {merge ? (
        <MergeQuestion kind={kind} label={label} merge={merge} onCancel={() => setMerge(null)} onMerged={onClose} />
      ) : null}
    </FormDialog>
  );
}

type MergeQuestionProps = {
  kind: LabelKind;
  label: Label;
  merge: Merge;
  onCancel: () => void;
  onMerged: () => void;
};

/** Joining two names cannot be undone, so the server's own figures are read out first. */
function MergeQuestion({ kind, label, merge, onCancel, onMerged }: MergeQuestionProps) {
  const rename = useRenameLabel(kind);

  async function confirm() {
    try {
      const merged = await rename.mutateAsync({ id: label.id, name: merge.name, merge: true });
      showToast({ title: s.merged(merged.name), description: s.products(merged.products) });
      onMerged();
    } catch {
      // The mutation keeps its error, which is shown below.
    }
  }

  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onCancel()}
      title={s.mergeTitle(label.name, merge.name)}
      body={`${merge.consequence} ${s.mergeWarning}`}
      confirmLabel={s.merge}
      busy={rename.isPending}
      busyLabel={s.merging}
      error={rename.error ? errorText(rename.error) : undefined}
      onConfirm={() => void confirm()}
    />
  );
}
