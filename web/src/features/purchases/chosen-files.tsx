import { FileText, Paperclip, X } from 'lucide-react';
import { useState } from 'react';
import { formatBytes } from '@/lib/format';
import { FileButton } from '@/ui/form/file-button';
import { IconButton } from '@/ui/form/icon-button';
import { type ChosenFile, fileKinds, withFile } from './receipt-file';
import { fileStrings as s } from './strings';

type ChosenFilesProps = { files: ChosenFile[]; onChange: (files: ChosenFile[]) => void };

/** Photographs of the delivery note, or the note itself, which go with what is being received. */
export function ChosenFiles({ files, onChange }: ChosenFilesProps) {
  const [refused, setRefused] = useState<string | null>(null);

  function add(file: File) {
    const next = withFile(files, file);
    setRefused(typeof next === 'string' ? next : null);
    if (typeof next !== 'string') onChange(next);
  }

  return (
    <fieldset className="stack-2 sm:col-span-2">
      <legend className="mb-1.5 text-sm font-medium">{s.legend}</legend>
      {files.length === 0 ? null : (
        <ul className="ruled rounded-lg border border-line">
          {files.map(({ key, file }) => (
            <li key={key} className="flex items-center gap-2 py-1 pr-1 pl-3">
              <FileText aria-hidden className="size-4 shrink-0 text-ink-3" />
              <span className="min-w-0 flex-1 truncate">{file.name}</span>
              <span className="num shrink-0 text-sm text-ink-2">{formatBytes(file.size)}</span>
              <IconButton
                label={s.removeOf(file.name)}
                icon={X}
                onClick={() => onChange(files.filter((one) => one.key !== key))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <FileButton accept={fileKinds} onFile={add}>
          <Paperclip aria-hidden />
          {s.add}
        </FileButton>
        <p className="text-sm text-ink-2">{s.hint}</p>
      </div>
      {refused === null ? null : (
        <p role="alert" className="text-sm text-out-fg">
          {refused}
        </p>
      )}
    </fieldset>
  );
}
