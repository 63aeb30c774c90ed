import type { ComponentProps } from 'react';
import { cn } from '@/lib/cn';
import { useFieldControl } from './field';
import { controlClass } from './input';

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldControl();
  return (
    <textarea
      {...field}
      rows={rows}
      className={cn(controlClass, 'h-auto resize-y py-2 pointer-coarse:h-auto', className)}
      {...rest}
    />
  );
}
