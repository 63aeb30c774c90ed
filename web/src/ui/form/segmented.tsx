import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
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

/** Two to four choices that exclude each other and all fit at once: the browser's own radio buttons. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>) {
  const { label, segments, value, onValueChange, iconsOnly = false, className } = props;
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cn('inline-flex rounded-md bg-surface-2 p-0.5', className)}>
      {segments.map((segment) => (
        <label
          key={segment.value}
          title={iconsOnly ? segment.label : undefined}
          className={cn(
            'relative flex h-7 flex-1 cursor-pointer items-center',
            'justify-center gap-1.5 rounded-[5px] px-3 text-sm font-medium',
            'whitespace-nowrap text-ink-2 select-none hover:text-ink pointer-coarse:h-10',
            'has-checked:bg-seg-on has-checked:text-ink has-checked:shadow-e1',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus',
          )}
        >
          <input
            type="radio"
            name={name}
            aria-label={segment.label}
            checked={segment.value === value}
            onChange={() => onValueChange(segment.value)}
            className="absolute inset-0 cursor-pointer appearance-none rounded-[5px] outline-none"
          />
          <SegmentFace segment={segment} iconsOnly={iconsOnly} />
        </label>
      ))}
    </div>
  );
}

function SegmentFace({ segment, iconsOnly }: { segment: Segment<string>; iconsOnly: boolean }) {
  const { label, shortLabel, icon: Icon } = segment;
  return (
    <>
      {Icon ? <Icon aria-hidden className="size-4" /> : null}
      {iconsOnly ? null : <span className={cn(shortLabel !== undefined && 'max-sm:hidden')}>{label}</span>}
      {shortLabel === undefined ? null : <span className="sm:hidden">{shortLabel}</span>}
    </>
  );
}
