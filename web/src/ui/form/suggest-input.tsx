import { Autocomplete } from '@base-ui/react/autocomplete';
import type { Ref } from 'react';
import { cn } from '@/lib/cn';
import { fold } from '@/lib/format';
import { overlayRoot } from '@/ui/overlay/overlay-root';
import { popupClass } from '@/ui/overlay/popover';
import { useFieldControl } from './field';
import { controlClass } from './input';

type SuggestInputProps = {
  /**
   * Repeats the field's label: while the list is open, everything around the input is hidden from assistive technology.
   */
  label: string;
  name?: string;
  value: string;
  onValueChange: (value: string) => void;
  /** What is known already; anything else may be typed. */
  suggestions: readonly string[];
  placeholder?: string;
  maxLength?: number;
  disabled?: boolean;
  ref?: Ref<HTMLInputElement>;
};

/** A text field that offers what exists already, so that the same thing is not written in two ways. */
export function SuggestInput(props: SuggestInputProps) {
  const { label, name, value, onValueChange, suggestions, placeholder, maxLength, disabled, ref } = props;
  const field = useFieldControl();
  return (
    <Autocomplete.Root
      items={suggestions}
      value={value}
      onValueChange={(next) => onValueChange(next)}
      filter={(item: string, query) => fold(item).includes(fold(query))}
      openOnInputClick
      {...(disabled !== undefined && { disabled })}
    >
      <Autocomplete.Input
        {...field}
        aria-label={label}
        ref={ref}
        name={name}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        className={controlClass}
      />
      <Autocomplete.Portal container={overlayRoot()}>
        <Autocomplete.Positioner sideOffset={4} className="z-50 outline-none data-empty:hidden">
          <Autocomplete.Popup className={cn(popupClass, 'w-(--anchor-width) overflow-hidden')}>
            <Autocomplete.List className="max-h-56 overflow-y-auto p-1">
              {(item: string) => (
                <Autocomplete.Item
                  key={item}
                  value={item}
                  className={cn(
                    'flex min-h-8 items-center rounded-md px-2 py-1 outline-none select-none',
                    'data-highlighted:bg-surface-2 pointer-coarse:min-h-11',
                  )}
                >
                  {item}
                </Autocomplete.Item>
              )}
            </Autocomplete.List>
          </Autocomplete.Popup>
        </Autocomplete.Positioner>
      </Autocomplete.Portal>
    </Autocomplete.Root>
  );
}
