import { ApiError, errorText } from '@/lib/api-error';
import { answer, api } from '@/lib/client';
import { fileForm, fileIdentity } from '@/lib/file-form';
import type { OnceKey } from '@/lib/once-key';
import { pictureStrings as s } from './strings';

/** What the browser's window offers; the server looks at the content and decides. */
export const pictureKinds = 'image/png,image/jpeg,image/gif,image/webp';
const bytesMax = 10 * 1024 * 1024;

/** What can be known about a file without sending it. */
export function pictureProblem({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  if (type !== '' && !pictureKinds.split(',').includes(type)) return s.kind;
  return size > bytesMax ? s.size : null;
}

/** Sends a file and returns the address that a product can keep. */
export async function keepPicture(file: File, once: OnceKey, signal?: AbortSignal): Promise<string> {
  const headers = once.headersFor(fileIdentity(file));
  const kept = await answer(api.POST('/api/images/', { ...fileForm(file), headers, ...(signal && { signal }) }));
  once.done();
  return kept.imageUrl;
}

export type ChosenPictures = ReturnType<typeof chosenPictures>;

/** Which picture stands when several files were chosen one after another: each answer says what is to be shown. */
export function chosenPictures() {
  /** What the form had, or the last file that arrived. */
  let settled = '';
  /** Those on their way, the one chosen last at the end. */
  let coming: string[] = [];
  const shown = () => coming.at(-1) ?? settled;
  return {
    begin(preview: string, before: string): string {
      if (coming.length === 0) settled = before;
      coming.push(preview);
      return shown();
    },
    /** What was chosen before it no longer counts. */
    kept(preview: string, address: string): string {
      const place = coming.indexOf(preview);
      if (place < 0) return shown();
      coming = coming.slice(place + 1);
      settled = address;
      return shown();
    },
    failed(preview: string): string {
      coming = coming.filter((one) => one !== preview);
      return shown();
    },
  };
}

/** Why a picture was not taken: what the server says of the file, or what happened on the way. */
export function pictureFailure(error: unknown): string {
  if (error instanceof ApiError && error.status === 413) return s.size;
  return error instanceof ApiError && error.kind === 'fields' ? errorText(error) : s.failed(errorText(error));
}

/**
 * The picture among what was pasted, if there is one. A spreadsheet gives its cells as a picture too, but as text
 * first.
 */
export function pastedPicture(data: Pick<DataTransfer, 'files' | 'types'> | null): File | undefined {
  if (data?.types.includes('text/plain')) return undefined;
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
}
