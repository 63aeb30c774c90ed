import { cn } from '@/lib/cn';

type RawTextProps = { label: string; text: string };

/** What machines say to one another, word for word. */
export function RawText({ label, text }: RawTextProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one more region to step over.
    <pre
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse.
      tabIndex={0}
      className={cn(
        'max-h-96 overflow-auto rounded-md border border-line bg-canvas p-3 font-mono text-xs',
        'whitespace-pre-wrap wrap-anywhere',
      )}
    >
      {text}
    </pre>
  );
}
