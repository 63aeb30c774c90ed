import { cn } from '@/lib/cn';

type AvatarProps = {
  /** The person's name: its initials are shown. Decorative, because the name stands beside it. */
  name: string;
  /** One initial or two. */
  letters?: 1 | 2;
  size?: 'sm' | 'md' | 'lg';
  onRail?: boolean;
};

const sizes = { sm: 'size-7 text-xs', md: 'size-8 text-sm', lg: 'size-14 text-lg' };

export function initials(name: string, letters: 1 | 2): string {
  const words = name.trim().split(/\s+/);
  return words
    .slice(0, letters)
    .map((word) => /^./su.exec(word)?.[0] ?? '')
    .join('')
    .toLocaleUpperCase('es');
}

export function Avatar({ name, letters = 2, size = 'sm', onRail = false }: AvatarProps) {
  return (
    <span
      aria-hidden
      className={cn(
        'grid shrink-0 place-items-center rounded-full font-semibold select-none',
        sizes[size],
        onRail ? 'bg-rail-accent text-on-rail-accent' : 'bg-accent-soft text-accent',
      )}
    >
      {initials(name, letters)}
    </span>
  );
}
