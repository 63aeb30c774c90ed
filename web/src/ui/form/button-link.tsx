import { createLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { type ButtonVariants, buttonClass } from './button';

type AnchorButtonProps = ComponentProps<'a'> & ButtonVariants;

/** An ordinary address that looks like a button: mail, downloads, other sites. */
export function AnchorButton({ className, variant, size, ...rest }: AnchorButtonProps) {
  return <a className={cn(buttonClass({ variant, size }), className)} {...rest} />;
}

/** A route that looks like a button; still a link, so it opens in a new tab like any other. */
export const ButtonLink = createLink(AnchorButton);
