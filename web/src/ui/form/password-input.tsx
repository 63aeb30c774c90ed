import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { cn } from '@/lib/cn';
import { strings } from '@/ui/strings';
import { Button } from './button';
import { Input } from './input';

type PasswordInputProps = Omit<ComponentProps<typeof Input>, 'type' | 'integer'>;

/** Pasting and password managers work as in any other field; showing the text is the person's choice. */
export function PasswordInput({ className, ...rest }: PasswordInputProps) {
  const [shown, setShown] = useState(false);
  const action = shown ? strings.hidePassword : strings.showPassword;
  return (
    <div className="relative">
      <Input
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={cn('pr-12', className)}
        {...rest}
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={action}
        aria-pressed={shown}
        // The browser's own tooltip: the sign-in screen should not load a library for one word.
        title={action}
        className="absolute inset-y-0 right-1 my-auto"
        onClick={() => setShown(!shown)}
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </Button>
    </div>
  );
}
