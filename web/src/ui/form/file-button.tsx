import { type ReactNode, useRef } from 'react';
import { Button, type ButtonProps } from './button';

type FileButtonProps = Omit<ButtonProps, 'onClick' | 'onSelect'> & {
  /** What the browser's window offers first; the server decides what is taken. */
  accept: string;
  onFile: (file: File) => void;
  children: ReactNode;
};

/** A button that asks for a file. The same file can be chosen again: people mend it and come back. */
export function FileButton({ accept, onFile, children, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        hidden
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
      <Button {...button} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
