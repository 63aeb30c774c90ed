import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { FileUp, RotateCw } from 'lucide-react';
import { useRef, useState } from 'react';
import { ApiError, errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { useOnceKey } from '@/lib/once-key';
import { useFileDrop } from '@/lib/use-file-drop';
import { ProgressBar } from '@/ui/feedback/progress-bar';
import { FormError } from '@/ui/feedback/states';
import { Button } from '@/ui/form/button';
import { FileButton } from '@/ui/form/file-button';
import { Card } from '@/ui/layout/card';
import { showImport, uploadImport } from './api';
import { uploadStrings as s } from './strings';
import { useSubject } from './subject';

const accepted = '.csv,.tsv,.txt,.xlsx,.ods';
const bytesMax = 64 * 1024 * 1024;

/** Takes a file, by hand or dropped, and goes on to its columns. What is wrong with it is said here. */
export function UploadCard() {
  const { words } = useSubject();
  const { file, upload, uploading, refused, canRetry, cancel, refuse } = useUpload();
  const { over, handlers } = useFileDrop({
    disabled: uploading,
    onFiles: ([first, ...more]) => {
      if (more.length > 0) refuse(s.onlyOne);
      else if (first) upload(first);
    },
  });
  return (
    <Card aria-label={s.region} className="p-4" {...handlers}>
      <div className="grid gap-5 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div
          className={cn(
            'flex min-h-56 flex-col items-center justify-center rounded-lg',
            'border border-dashed border-field px-5 py-8 text-center',
            over && 'border-accent bg-accent-soft',
          )}
        >
          {uploading && file ? (
            <Uploading name={file.name} onCancel={cancel} />
          ) : (
            <>
              <FileUp aria-hidden className="mb-3 size-7 text-ink-3" strokeWidth={1.5} />
              <h2 className="text-lg font-semibold">{s.title}</h2>
              <p className="mt-1 max-w-md text-balance text-ink-2">{words.fileText}</p>
              <div className="mt-5 flex flex-wrap justify-center gap-2">
                {canRetry && file ? (
                  <Button onClick={() => upload(file)}>
                    <RotateCw aria-hidden />
                    {s.retry}
                  </Button>
                ) : null}
                <FileButton variant="primary" accept={accepted} onFile={upload}>
                  {s.choose}
                </FileButton>
              </div>
              {refused === null ? null : (
                <div className="mt-5 max-w-lg text-left">
                  <FormError>
                    {file ? <p className="font-semibold">{s.failed(file.name)}</p> : null}
                    <p>{refused}</p>
                  </FormError>
                </div>
              )}
            </>
          )}
        </div>
        <Hints />
      </div>
    </Card>
  );
}

function Uploading({ name, onCancel }: { name: string; onCancel: () => void }) {
  return (
    <div className="w-full max-w-sm stack-4">
      <p role="status" className="font-medium wrap-anywhere">
        {s.uploading(name)}
      </p>
      <ProgressBar label={s.uploading(name)} share={null} />
      <Button onClick={onCancel}>{s.cancel}</Button>
    </div>
  );
}

function Hints() {
  const { words } = useSubject();
  return (
    <div className="text-sm text-ink-2 lg:py-4">
      <h2 className="mb-2 font-medium text-ink">{s.hintTitle}</h2>
      <ul className="list-disc stack-1.5 pl-4">
        {words.hints.map((hint) => (
          <li key={hint}>{hint}</li>
        ))}
      </ul>
    </div>
  );
}

function useUpload() {
  const { subject, one } = useSubject();
  const once = useOnceKey();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const running = useRef<AbortController>(null);
  const [file, setFile] = useState<File | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (chosen: File) => {
      running.current = new AbortController();
      return uploadImport({ file: chosen, subject }, once, running.current.signal);
    },
    onSuccess: (imported) => {
      once.done();
      showImport(queryClient, imported);
      void navigate({ to: one, params: { id: String(imported.id) } });
    },
    onError: (failure) => {
      // The user who cancelled knows.
      if (!running.current?.signal.aborted) setRefused(errorText(failure));
    },
  });

  function upload(chosen: File) {
    setFile(chosen);
    setRefused(chosen.size > bytesMax ? s.tooLarge : null);
    if (chosen.size <= bytesMax) mutate(chosen);
  }

  return {
    file,
    upload,
    uploading: isPending,
    refused,
    /** The same file may do better the next time, unless it was the file that was refused. */
    canRetry: refused !== null && error instanceof ApiError && (error.status === 0 || error.status >= 500),
    cancel: () => running.current?.abort(),
    refuse: (sentence: string) => {
      setFile(null);
      setRefused(sentence);
    },
  };
}
