import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/cn';
import { IconButton } from '@/ui/form/icon-button';
import { useSelection } from './selection';

type SelectionBarProps = {
  label: string;
  /** How many are chosen, in words. */
  text: string;
  clearLabel: string;
  /** What can be done with all of them. */
  children: ReactNode;
};

/**
 * What can be done with the chosen rows. On phones, where few of them fit on the screen, it stays in sight while one
 * goes on choosing, with its end beside the number.
 */
export function SelectionBar({ label, text, clearLabel, children }: SelectionBarProps) {
  const { clear } = useSelection();
  return (
    <section
      aria-label={label}
      className={cn(
        'flex flex-wrap items-center gap-2 border-t border-line bg-accent-soft px-3 py-2 text-sm',
        'max-sm:sticky max-sm:top-14 max-sm:z-10',
      )}
    >
      <p
        aria-live="polite"
        className="num mr-2 pl-1 font-medium max-sm:order-first max-sm:mr-0 max-sm:basis-[calc(100%-3rem)]"
      >
        {text}
      </p>
      {children}
      <IconButton size="iconSm" label={clearLabel} icon={X} className="ml-auto max-sm:order-first" onClick={clear} />
    </section>
  );
}
