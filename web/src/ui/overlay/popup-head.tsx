import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '@/ui/form/button';
import { strings } from '@/ui/strings';

type PopupHeadProps = { title: ReactNode; description: ReactNode };

/** What stands in the head of a dialog or panel: what it is about, and the way out. */
export function PopupHead({ title, description }: PopupHeadProps) {
  return (
    <>
      <div className="min-w-0 flex-1">
        <Base.Title className="text-lg font-semibold tracking-[-0.01em]">{title}</Base.Title>
        {description === undefined ? null : (
          <Base.Description className="mt-0.5 text-sm text-ink-2" render={<div />}>
            {description}
          </Base.Description>
        )}
      </div>
      <Base.Close render={<Button variant="ghost" size="icon" aria-label={strings.close} className="-mt-1 -mr-2" />}>
        <X aria-hidden />
      </Base.Close>
    </>
  );
}
