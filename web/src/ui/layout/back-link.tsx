import { createLink } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ComponentProps } from 'react';

function Anchor({ children, ...rest }: ComponentProps<'a'>) {
  return (
    <a
      {...rest}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-sm text-sm font-medium text-accent hover:underline"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </a>
  );
}

/** The way back to the list around a thing that stands in its place. */
export const BackLink = createLink(Anchor);
