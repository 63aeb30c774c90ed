import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { LucideIcon } from 'lucide-react';
import { cn } from '@/lib/cn';

export type Segment<Value extends string> = {
  value: Value;
  label: string;
  /** What phones show when the whole label would not fit; the accessible name stays whole. */
  shortLabel?: string;
  icon?: LucideIcon;
};

type SegmentedProps<Value extends string> = {
  /** Names the choice for people who cannot see where it stands. */
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onValueChange: (value: Value) => void;
  /** Show only the icons; the words stay as accessible names. */
  iconsOnly?: boolean;
  className?: string;
};

/** Two to four choices that exclude each other and all fit at once. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, segments, value, onValueChange, iconsOnly = false, className } = props;
  return (
    <RadioGroup
      aria-label={label}
      value={value}
      onValueChange={(next) => onValueChange(next)}
      className={cn('inline-flex rounded-md bg-surface-2 p-0.5', className)}
    >
      {segments.map(({ value: segment, label: word, shortLabel, icon: Icon }) => (
        <Radio.Root
          key={segment}
          value={segment}
          aria-label={word}
          className={cn(
            'flex h-7 flex-1 cursor-pointer items-center justify-center gap-1.5 rounded-[5px] px-3 text-sm font-medium',
            'whitespace-nowrap text-ink-2 select-none hover:text-ink pointer-coarse:h-10',
            'data-checked:bg-seg-on data-checked:text-ink data-checked:shadow-e1',
          )}
        >
          {Icon ? <Icon aria-hidden className="size-4" /> : null}
          {iconsOnly ? null : <span className={cn(shortLabel !== undefined && 'max-sm:hidden')}>{word}</span>}
          {shortLabel === undefined ? null : <span className="sm:hidden">{shortLabel}</span>}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
