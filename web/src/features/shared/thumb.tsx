import { useState } from 'react';
import { cn } from '@/lib/cn';
import { isKept, isLoadable } from './picture-address';

type ThumbProps = { name: string; imageUrl: string; size?: 'sm' | 'md' | 'lg' };

const sizes = { sm: 'size-8 text-xs', md: 'size-10 text-sm', lg: 'size-24 text-xl' };

/** Tints that tell neighbours apart without meaning anything. */
const tints = ['bg-chart-1/12', 'bg-chart-2/12', 'bg-chart-3/12', 'bg-chart-4/12', 'bg-chart-5/12', 'bg-chart-6/12'];

function tintOf(name: string): string | undefined {
  let sum = 0;
  for (const letter of name) sum += letter.codePointAt(0) ?? 0;
  return tints[sum % tints.length];
}

/** Pictures kept by this server come in a small size too. */
function thumbnailOf(imageUrl: string, size: ThumbProps['size']): string {
  return isKept(imageUrl) && size !== 'lg' ? `${imageUrl}?size=thumb` : imageUrl;
}

/** A product's picture, or its initial while there is none here. Decorative: the name stands beside it. */
export function Thumb({ name, imageUrl, size = 'sm' }: ThumbProps) {
  const [failed, setFailed] = useState('');
  const box = cn('shrink-0 rounded-md border border-line', sizes[size]);
  if (isLoadable(imageUrl) && failed !== imageUrl) {
    return (
      <img
        src={thumbnailOf(imageUrl, size)}
        alt=""
        loading="lazy"
        decoding="async"
        className={cn(box, 'bg-surface-2 object-cover')}
        onError={() => setFailed(imageUrl)}
      />
    );
  }
  return (
    <span aria-hidden className={cn(box, 'grid place-items-center font-semibold text-ink-2 select-none', tintOf(name))}>
      {/^[\p{L}\p{N}]/u.exec(name)?.[0].toLocaleUpperCase('es') ?? ''}
    </span>
  );
}
