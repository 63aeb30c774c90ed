import { ChevronDown } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { useFieldControl } from './field';
import { controlClass } from './input';

export type SelectOption = { value: string; label: string };

type SelectProps = Omit<ComponentProps<'select'>, 'children' | 'size'> & {
  options: readonly SelectOption[];
  /** Shown while nothing is chosen; it cannot be chosen itself. */
  placeholder?: string;
  /** A lower control for toolbars and table rows. */
  small?: boolean;
};

/** The browser's own list: it opens as a wheel on phones and is known to every assistive technology. */
export function Select({ options, placeholder, small = false, className, ...rest }: SelectProps) {
  const field = useFieldControl();
  return (
    <span className="relative block">
      <select
        {...field}
        className={cn(
          controlClass,
          'appearance-none text-ellipsis pr-9',
          small && 'h-8 pr-8 pl-2.5 text-sm',
          className,
        )}
        {...rest}
      >
        {placeholder === undefined ? null : (
          <option value="" disabled>
            {placeholder}
          </option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-3"
      />
    </span>
  );
}
