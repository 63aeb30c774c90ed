import { Search, X } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type Ref, useEffect, useEffectEvent, useState } from 'react';
import { cn } from '@/lib/cn';
import { Kbd } from '@/ui/layout/kbd';
import { controlClass } from './input';

type SearchInputProps = {
  label: string;
  placeholder: string;
  clearLabel: string;
  /** What is being searched for, which may also change elsewhere. */
  value: string;
  onValueChange: (value: string) => void;
  /** The key that brings the cursor here, shown while the box is empty. */
  hotkey?: string;
  ref?: Ref<HTMLInputElement>;
  className?: string;
};

const restMs = 250;

/** A search box that follows the fingers at once and tells the page when they rest. */
export function SearchInput(props: SearchInputProps) {
  const { label, placeholder, clearLabel, value, onValueChange, hotkey, ref, className } = props;
  const [text, setText] = useState(value);
  const [told, setTold] = useState(value);
  const [seen, setSeen] = useState(value);
  // A value that did not come from here (back button, «Limpiar Todo») replaces what was typed.
  if (value !== seen) {
    setSeen(value);
    if (value !== told) {
      setTold(value);
      setText(value);
    }
  }

  function tell(next: string) {
    setTold(next);
    onValueChange(next);
  }

  const tellAtRest = useEffectEvent(tell);
  useEffect(() => {
    const wanted = text.trim();
    if (wanted === told) return;
    const timer = setTimeout(() => tellAtRest(wanted), restMs);
    return () => clearTimeout(timer);
  }, [text, told]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Enter') tell(text.trim());
    if (event.key === 'Escape' && text !== '') clear();
  }

  function clear() {
    setText('');
    tell('');
  }

  return (
    <div className={cn('relative', className)}>
      <Search aria-hidden className="absolute inset-y-0 left-2.5 my-auto size-4 text-ink-3" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={text}
        onChange={(event: ChangeEvent<HTMLInputElement>) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className={cn(
          controlClass,
          'h-8 pr-8 pl-8.5 text-sm text-ellipsis pointer-coarse:h-10 [&::-webkit-search-cancel-button]:hidden',
        )}
      />
      {text !== '' ? (
        <button
          type="button"
          aria-label={clearLabel}
          onClick={clear}
          className={cn(
            'absolute inset-y-0 right-1 my-auto grid size-6 place-items-center rounded-sm text-ink-3',
            'hover:bg-surface-2 hover:text-ink pointer-coarse:size-9',
          )}
        >
          <X aria-hidden className="size-3.5" />
        </button>
      ) : hotkey === undefined ? null : (
        <span aria-hidden className="absolute inset-y-0 right-2 flex items-center pointer-coarse:hidden">
          <Kbd>{hotkey}</Kbd>
        </span>
      )}
    </div>
  );
}
