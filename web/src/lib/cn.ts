import { type ClassValue, clsx } from 'clsx';
import { extendTailwindMerge } from 'tailwind-merge';

// Without these names the merge would take «text-2xs» for a colour and drop the real one.
const merge = extendTailwindMerge({
  extend: { theme: { text: ['2xs'], shadow: ['e1', 'e2', 'e3'] } },
});

/** Joins class names; where two fight over one property, the last one wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
