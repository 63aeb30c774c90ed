import { type DragEvent, useState } from 'react';

type Dropped = {
  onFiles: (files: File[]) => void;
  disabled?: boolean;
};

/** Makes an element take files that are dropped on it, and says when one is held over it. */
export function useFileDrop({ onFiles, disabled = false }: Dropped) {
  const [over, setOver] = useState(false);
  return {
    over: over && !disabled,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        // Without this the browser would open the file in place of the page, even while it is not wanted.
        event.preventDefault();
        event.dataTransfer.dropEffect = disabled ? 'none' : 'copy';
        setOver(true);
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
        if (!inside) setOver(false);
      },
      onDrop: (event: DragEvent) => {
        const files = [...event.dataTransfer.files];
        if (files.length === 0) return;
        event.preventDefault();
        setOver(false);
        if (!disabled) onFiles(files);
      },
    },
  };
}
