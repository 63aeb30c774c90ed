import { type ReactNode, type RefObject, type SyntheticEvent, useId, useRef } from 'react';
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form';
import { errorText } from '@/lib/api-error';
import { IntoView } from '@/ui/feedback/into-view';
import { FormError } from '@/ui/feedback/states';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';
import { strings } from '@/ui/strings';
import { Button } from './button';
import { SaveHint } from './save-hint';
import { showFailure } from './show-failure';

type FormDialogProps<Values extends FieldValues> = {
  form: UseFormReturn<Values>;
  /** Sends what was typed and closes. What it throws is shown at its field, or above the buttons. */
  onSubmit: (values: Values) => Promise<void>;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  size?: 'task' | 'form';
  /** The first field. */
  initialFocus?: RefObject<HTMLElement | null>;
  saveLabel: string;
  savingLabel: string;
  /** False while there is nothing to send. */
  canSave?: boolean;
  /** The title of the box above the buttons: what could not be done. */
  failedTitle: string;
  /** Something beside the form itself would be lost with it. */
  dirtyToo?: boolean;
  /** Puts the form in order before it is checked. */
  onBeforeSubmit?: () => void;
  /** Where the server's messages go, for forms whose fields have other names. */
  placeErrors?: (form: UseFormReturn<Values>, error: unknown) => Path<Values> | null;
  children: ReactNode;
};

/**
 * A dialog around one form: Ctrl + Enter sends it, closing it asks when something would be lost, and a
 * refusal keeps everything that was typed.
 */
export function FormDialog<Values extends FieldValues>(props: FormDialogProps<Values>) {
  const { form, onSubmit, onClose, title, description, size = 'task', initialFocus } = props;
  const { saveLabel, savingLabel, canSave = true, failedTitle, onBeforeSubmit, placeErrors, children } = props;
  const { dirtyToo = false } = props;
  const formId = useId();
  const element = useRef<HTMLFormElement>(null);
  const isSending = useRef(false);
  const { errors, isDirty, isSubmitting } = form.formState;

  async function send(values: Values) {
    try {
      await onSubmit(values);
    } catch (error) {
      const text = errorText(error);
      showFailure(form, {
        error,
        text,
        element: element.current,
        ...(placeErrors && { place: placeErrors }),
      });
    }
  }

  /** Ctrl + Enter passes the button by, and what is drawn comes after the second key. */
  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    if (isSending.current) return;
    isSending.current = true;
    try {
      onBeforeSubmit?.();
      await form.handleSubmit(send)(event);
    } finally {
      isSending.current = false;
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      {...(description !== undefined && { description })}
      size={size}
      {...(initialFocus && { initialFocus })}
      dirty={isDirty || dirtyToo}
      footer={
        <>
          <SaveHint />
          <DialogClose render={<Button />}>{strings.cancel}</DialogClose>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!canSave}
            busy={isSubmitting}
            busyLabel={savingLabel}
          >
            {saveLabel}
          </Button>
        </>
      }
    >
      <form ref={element} id={formId} noValidate className="stack-4" onSubmit={(event) => void submit(event)}>
        {children}
        {errors.root?.message === undefined ? null : (
          <IntoView>
            <FormError>
              <p className="font-semibold">{failedTitle}</p>
              <p>{errors.root.message}</p>
            </FormError>
          </IntoView>
        )}
      </form>
    </Dialog>
  );
}
