import { CircleCheck } from 'lucide-react';

/** Stands above the title of a screen that says something has been done. */
export function SuccessIcon() {
  return (
    <span className="grid size-12 place-items-center rounded-xl bg-ok-bg text-ok-fg">
      <CircleCheck aria-hidden className="size-5.5" strokeWidth={1.75} />
    </span>
  );
}
