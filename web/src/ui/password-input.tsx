import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from '@/lib/cn';
import { IconButton } from './icon-button';
import { Input } from './input';
import { strings } from './strings';

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'integer'>;

/** Pasting and password managers work as in any other field; showing the text is the person's choice. */
export function PasswordInput({ className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  return (
    <div className="relative">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={cn('pr-12', className)}
        {...rest}
      />
      <IconButton
        label={shown ? strings.hidePassword : strings.showPassword}
        icon={shown ? EyeOff : Eye}
        aria-pressed={shown}
        className="absolute inset-y-0 right-1 my-auto"
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
