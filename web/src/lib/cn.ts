import { type ClassValue, clsx } from 'clsx';

const textSizes = new Set(['2xs', 'xs', 'sm', 'base', 'lg', 'xl', '2xl']);
const textLayout = new Set(['left', 'right', 'center', 'balance', 'pretty', 'wrap', 'nowrap']);
/** One family sets one property, so two members of it fight; longer names stand first because they begin alike. */
const family =
  /^-?((?:min|max)-[hw]|size|gap-[xy]|gap|[pm][xytrbl]?|h|w|bg|shadow|justify|items|top|right|bottom|left|z)-/;

/**
 * Joins class names; where two fight over one property under the same variants, the last one wins, so that a
 * caller can overrule a component. It knows the families in use here; a general library weighs eight kilobytes.
 */
export function cn(...classes: ClassValue[]): string {
  const kept = new Map<string, string>();
  for (const name of clsx(classes).split(/\s+/)) {
    if (name === '') continue;
    const key = propertyOf(name);
    // Deleting first moves the winner to the end, as if the loser had never been written.
    kept.delete(key);
    kept.set(key, name);
  }
  return [...kept.values()].join(' ');
}

/** What a class sets: its variants and family, or the class itself when it belongs to none. */
function propertyOf(name: string): string {
  const start = endOfVariants(name);
  const variants = name.slice(0, start);
  const utility = name.slice(start);
  if (utility.startsWith('text-')) return variants + textProperty(utility.slice('text-'.length), utility);
  const match = family.exec(utility);
  return match ? `${variants}${match[1]}-` : name;
}

function textProperty(value: string, utility: string): string {
  if (textSizes.has(value) || value.startsWith('[')) return 'text-size';
  return textLayout.has(value) ? utility : 'text-colour';
}

/** Variants end at the last colon that is not inside brackets («aria-[current=page]:»). */
function endOfVariants(name: string): number {
  let depth = 0;
  let end = 0;
  for (let index = 0; index < name.length; index++) {
    const character = name[index];
    if (character === '[' || character === '(') depth += 1;
    else if (character === ']' || character === ')') depth -= 1;
    else if (character === ':' && depth === 0) end = index + 1;
  }
  return end;
}
