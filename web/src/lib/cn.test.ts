// @vitest-environment node
import { expect, test } from 'vitest';
import { cn } from './cn';

test.each([
  { name: 'joins and drops what is empty', classes: ['flex', null, 'gap-2', false], joined: 'flex gap-2' },
  { name: 'the last height wins', classes: ['h-10 flex', 'h-8'], joined: 'flex h-8' },
  {
    name: 'size and colour of a text live together',
    classes: ['text-base text-ink', 'text-sm'],
    joined: 'text-ink text-sm',
  },
  {
    name: 'the last colour wins',
    classes: ['text-ink-2 text-sm', 'text-out-fg'],
    joined: 'text-sm text-out-fg',
  },
  { name: 'alignment is not a colour', classes: ['text-ink', 'text-right'], joined: 'text-ink text-right' },
  {
    name: 'variants are apart',
    classes: ['h-8 pointer-coarse:h-10', 'h-11'],
    joined: 'pointer-coarse:h-10 h-11',
  },
  { name: 'the same variant fights', classes: ['max-sm:h-8', 'max-sm:h-11'], joined: 'max-sm:h-11' },
  {
    name: 'colons in brackets are no variants',
    classes: ['aria-[current=page]:bg-rail', 'bg-rail-2'],
    joined: 'aria-[current=page]:bg-rail bg-rail-2',
  },
  { name: 'padding on one side leaves the other', classes: ['px-3', 'pr-12'], joined: 'px-3 pr-12' },
  { name: 'min-w is not w', classes: ['min-w-0 w-4', 'w-8'], joined: 'min-w-0 w-8' },
])('$name', ({ classes, joined }) => {
  expect(cn(...classes)).toBe(joined);
});
