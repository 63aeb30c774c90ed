import type { FieldValues, UseFormReturn } from 'react-hook-form';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { LeaveGuard } from '@/ui/form/leave-guard';
import { strings } from './strings';

type SaveBarProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** What would be lost by leaving now. */
  leaveBody: string;
};

/** The foot of a form of the settings: it saves only what was changed, and nobody leaves a change behind unasked. */
export function SaveBar<Values extends FieldValues>({ form, leaveBody }: SaveBarProps<Values>) {
  const { isDirty, isSubmitting, errors } = form.formState;
  return (
    <>
      {errors.root ? (
        <FormError>
          {strings.saveError} {errors.root.message}
        </FormError>
      ) : null}
      <div className="flex flex-wrap justify-end gap-2">
        {isDirty ? <Button onClick={() => form.reset()}>{strings.discard}</Button> : null}
        <Button type="submit" variant="primary" disabled={!isDirty} busy={isSubmitting} busyLabel={strings.saving}>
          {strings.save}
        </Button>
      </div>
      <LeaveGuard active={isDirty} title={strings.leaveTitle} body={leaveBody} leaveLabel={strings.leave} />
    </>
  );
}
