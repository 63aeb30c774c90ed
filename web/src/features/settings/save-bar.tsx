import { Button } from '@/ui/button';
import { LeaveGuard } from '@/ui/leave-guard';
import { strings } from './strings';

type SaveBarProps = {
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
  /** What would be lost by leaving now. */
  leaveBody: string;
};

/** The foot of a form of the settings: it saves only what was changed, and nobody leaves a change behind unasked. */
export function SaveBar({ isDirty, isSaving, onDiscard, leaveBody }: SaveBarProps) {
  return (
    <>
      <div className="flex flex-wrap justify-end gap-2">
        {isDirty ? <Button onClick={onDiscard}>{strings.discard}</Button> : null}
        <Button
          type="submit"
          variant="primary"
          disabled={!isDirty}
          busy={isSaving}
          busyLabel={strings.saving}
        >
          {strings.save}
        </Button>
      </div>
      <LeaveGuard active={isDirty} title={strings.leaveTitle} body={leaveBody} leaveLabel={strings.leave} />
    </>
  );
}
