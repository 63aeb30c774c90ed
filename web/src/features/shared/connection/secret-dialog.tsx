import type { ReactNode } from 'react';
import { Button } from '@/ui/form/button';
import { CopyField } from '@/ui/form/copy-field';
import { Dialog, DialogClose } from '@/ui/overlay/dialog';

type SecretDialogProps = {
  title: string;
  /** Whose secret it is. */
  name: string;
  done: string;
  /** What has to be written on the other side. */
  fields: { label: string; value: string; hint: string }[];
  children: ReactNode;
  onClose: () => void;
};

/** The only time that a secret is shown. */
export function SecretDialog({ title, name, done, fields, children, onClose }: SecretDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={name}
      footer={<DialogClose render={<Button variant="primary" />}>{done}</DialogClose>}
    >
      <div className="stack-4">
        {fields.map((field) => (
          <CopyField key={field.label} {...field} />
        ))}
        {children}
      </div>
    </Dialog>
  );
}
