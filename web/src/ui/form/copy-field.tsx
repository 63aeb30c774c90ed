import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { strings } from '@/ui/strings';
import { Button } from './button';
import { Field } from './field';
import { Input } from './input';

type CopyFieldProps = { label: string; value: string; hint?: string };

/** A text that people carry elsewhere. Where the browser does not let the page copy, it is selected instead. */
export function CopyField({ label, value, hint }: CopyFieldProps) {
  const [copied, setCopied] = useState(false);
  const Icon = copied ? Check : Copy;

  async function copy() {
    try {
      await navigator.clipboard.writeText(value);
      setCopied(true);
    } catch {
      setCopied(false);
    }
  }

  return (
    <Field label={label} {...(hint !== undefined && { hint })}>
      <div className="flex gap-2">
        <Input
          readOnly
          value={value}
          spellCheck={false}
          className="font-mono text-sm"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button size="lg" onClick={() => void copy()} aria-label={strings.copyOf(label)} className="shrink-0">
          <Icon aria-hidden />
          {copied ? strings.copied : strings.copy}
        </Button>
      </div>
    </Field>
  );
}
