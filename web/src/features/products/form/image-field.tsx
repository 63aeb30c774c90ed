import { ImagePlus, Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { isKept, isLoadable, isOnItsWay } from '@/features/shared/picture-address';
import { Thumb } from '@/features/shared/thumb';
import { cn } from '@/lib/cn';
import { useOnceKey } from '@/lib/once-key';
import { useFileDrop } from '@/lib/use-file-drop';
import { Spinner } from '@/ui/feedback/spinner';
import { Button } from '@/ui/form/button';
import { Field } from '@/ui/form/field';
import { FileButton } from '@/ui/form/file-button';
import { Input } from '@/ui/form/input';
import {
  type ChosenPictures,
  chosenPictures,
  keepPicture,
  pastedPicture,
  pictureFailure,
  pictureKinds,
  pictureProblem,
} from './picture';
import type { ProductValues } from './product-values';
import { formStrings, pictureStrings as s } from './strings';

/**
 * A product's picture: chosen, dropped or pasted as a file, or by its address. A file is kept by the server
 * at once, so that what is wrong with it is said here and saving the form needs only its address.
 */
export function ImageField({ form }: { form: UseFormReturn<ProductValues> }) {
  const [imageUrl, name] = useWatch({ control: form.control, name: ['imageUrl', 'name'] });
  const take = useTakePicture(form);
  const { over, handlers } = useFileDrop({ onFiles: ([file]) => file && take(file) });
  usePastedPicture(take);
  const busy = isOnItsWay(imageUrl);
  return (
    <div
      className={cn(
        'flex items-start gap-4 rounded-md sm:col-span-6',
        over && 'outline-2 outline-offset-4 outline-accent outline-dashed',
      )}
      {...handlers}
    >
      <span className="relative shrink-0">
        <Preview imageUrl={imageUrl} name={name} />
        {busy ? (
          <span className="absolute inset-0 grid place-items-center rounded-md bg-surface/70">
            <Spinner />
          </span>
        ) : null}
      </span>
      <div className="min-w-0 flex-1 stack-3">
        <AddressField form={form} />
        <div className="flex flex-wrap gap-2">
          <FileButton accept={pictureKinds} busy={busy} busyLabel={s.uploading} onFile={take}>
            <ImagePlus aria-hidden />
            {imageUrl === '' ? s.choose : s.replace}
          </FileButton>
          {imageUrl === '' || busy ? null : (
            <Button variant="ghost" onClick={() => setImage(form, '')}>
              <Trash2 aria-hidden />
              {s.remove}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** An empty place looks like one to drop something on. */
function Preview({ imageUrl, name }: { imageUrl: string; name: string }) {
  if (isLoadable(imageUrl)) {
    return <Thumb name={name} imageUrl={imageUrl} size="lg" />;
  }
  return (
    <span
      aria-hidden
      className="grid size-24 place-items-center rounded-md border border-dashed border-field text-ink-3"
    >
      <ImagePlus className="size-6" strokeWidth={1.5} />
    </span>
  );
}

function setImage(form: UseFormReturn<ProductValues>, imageUrl: string) {
  form.setValue('imageUrl', imageUrl, { shouldDirty: true });
  form.clearErrors('imageUrl');
}

/** The address of a picture that was uploaded says nothing to a reader: the field is then free for another one. */
function AddressField({ form }: { form: UseFormReturn<ProductValues> }) {
  return (
    <Controller
      control={form.control}
      name="imageUrl"
      render={({ field: { value, onChange, ...field }, fieldState: { error } }) => {
        const own = isKept(value) || isOnItsWay(value);
        return (
          <Field label={formStrings.fields.imageUrl} optional hint={own ? s.keptHint : s.hint} error={error?.message}>
            <Input
              {...field}
              type="url"
              maxLength={2000}
              autoComplete="off"
              placeholder={isOnItsWay(value) ? s.uploading : own ? s.kept : s.placeholder}
              value={own ? '' : value}
              onChange={onChange}
            />
          </Field>
        );
      }}
    />
  );
}

/**
 * Shows a file at once, sends it, and puts the address it gets in its place. Where one fails, what was chosen before it
 * is shown again: the picture of an earlier file, though it may still be on its way, or what the form had.
 */
function useTakePicture(form: UseFormReturn<ProductValues>) {
  const once = useOnceKey();
  const leave = useRef<AbortController>(null);
  leave.current ??= new AbortController();
  const { signal } = leave.current;
  useEffect(() => () => leave.current?.abort(), []);
  const pictures = useRef<ChosenPictures>(null);
  pictures.current ??= chosenPictures();
  const chosen = pictures.current;

  /** What was typed or taken away meanwhile stays. */
  function show(imageUrl: string) {
    if (isOnItsWay(form.getValues('imageUrl'))) setImage(form, imageUrl);
  }

  return async (file: File) => {
    const problem = pictureProblem(file);
    if (problem !== null) {
      form.setError('imageUrl', { message: problem });
      return;
    }
    const preview = URL.createObjectURL(file);
    setImage(form, chosen.begin(preview, form.getValues('imageUrl')));
    try {
      show(chosen.kept(preview, await keepPicture(file, once, signal)));
    } catch (error) {
      if (signal.aborted) return;
      show(chosen.failed(preview));
      form.setError('imageUrl', { message: pictureFailure(error) });
    } finally {
      URL.revokeObjectURL(preview);
    }
  };
}

/** A picture can be pasted wherever the focus is in the form; pasted text goes where it always goes. */
function usePastedPicture(take: (file: File) => void) {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const picture = pastedPicture(event.clipboardData);
    if (!picture) return;
    event.preventDefault();
    take(picture);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', listener);
    return () => document.removeEventListener('paste', listener);
  }, []);
}
