import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ImagePlus, RotateCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { isElsewhere } from '@/features/shared/picture-address';
import { Thumb } from '@/features/shared/thumb';
import { updateProduct } from '@/features/shared/update-product';
import { errorText } from '@/lib/api-error';
import { cn } from '@/lib/cn';
import { useOnceKey } from '@/lib/once-key';
import { useCan } from '@/lib/permissions';
import { useFileDrop } from '@/lib/use-file-drop';
import { FormError } from '@/ui/feedback/states';
import { showToast } from '@/ui/feedback/toast';
import { Button } from '@/ui/form/button';
import { FileButton } from '@/ui/form/file-button';
import { type Product, refreshProducts } from '../api';
import { keepPicture, pictureFailure, pictureKinds, pictureProblem } from '../form/picture';
import { pictureStrings as s } from '../form/strings';
import { actionStrings } from '../strings';

/** The picture on a product's own page. A user who may edit changes it there; each change can be undone. */
export function ProductPicture({ product }: { product: Product }) {
  const canEdit = useCan('products.edit');
  if (!canEdit && product.imageUrl === '') return null;
  return (
    <div className="mb-4">
      {canEdit ? (
        <EditablePicture product={product} />
      ) : (
        <Thumb name={product.name} imageUrl={product.imageUrl} size="lg" />
      )}
      <Fetching product={product} />
    </div>
  );
}

/** What becomes of a picture that lies elsewhere: until the server has it, nothing of it is shown. */
function Fetching({ product }: { product: Product }) {
  const { imageUrl, imageProblem } = product;
  const canEdit = useCan('products.edit');
  if (!isElsewhere(imageUrl)) return null;
  if (imageProblem === '') return <p className="mt-2 text-sm text-ink-2">{s.coming}</p>;
  return (
    <div className="mt-2 stack-3">
      <p className="text-sm text-ink-2">{s.missed(imageProblem)}</p>
      {canEdit ? <FetchAgain product={product} /> : null}
    </div>
  );
}

/** Naming the address that there is once more has the server try it again at once. */
function FetchAgain({ product }: { product: Product }) {
  const queryClient = useQueryClient();
  const again = useMutation({
    mutationFn: () =>
      updateProduct({
        seen: product,
        change: { imageUrl: product.imageUrl },
        sameAt: (one, other) => one.imageUrl === other.imageUrl,
      }),
    onSettled: () => void refreshProducts(queryClient),
  });
  return (
    <>
      <div>
        <Button size="sm" busy={again.isPending} onClick={() => again.mutate()}>
          <RotateCw aria-hidden />
          {s.again}
        </Button>
      </div>
      {again.error ? <FormError>{errorText(again.error)}</FormError> : null}
    </>
  );
}

function EditablePicture({ product }: { product: Product }) {
  const [refused, setRefused] = useState<string | null>(null);
  const set = useSetPicture(product, setRefused);
  const { over, handlers } = useFileDrop({
    disabled: set.isPending,
    onFiles: ([file]) => file && take(file),
  });

  function take(file: File) {
    const problem = pictureProblem(file);
    setRefused(problem);
    if (problem === null) set.mutate(file);
  }

  return (
    <div className="stack-3">
      <div
        className={cn(
          'flex items-center gap-4 rounded-md',
          over && 'outline-2 outline-offset-4 outline-accent outline-dashed',
        )}
        {...handlers}
      >
        <Thumb name={product.name} imageUrl={product.imageUrl} size="lg" />
        <div className="flex flex-wrap gap-2">
          <FileButton size="sm" accept={pictureKinds} busy={set.isPending} busyLabel={s.uploading} onFile={take}>
            <ImagePlus aria-hidden />
            {product.imageUrl === '' ? s.choose : s.replace}
          </FileButton>
          {product.imageUrl === '' || set.isPending ? null : (
            <Button size="sm" variant="ghost" onClick={() => set.mutate(null)}>
              <Trash2 aria-hidden />
              {s.remove}
            </Button>
          )}
        </div>
      </div>
      {refused === null ? null : <FormError>{refused}</FormError>}
    </div>
  );
}

/** Gives the product a file as its picture, or takes the picture away, and offers the way back. */
function useSetPicture(product: Product, onRefused: (sentence: string) => void) {
  const once = useOnceKey();
  const queryClient = useQueryClient();

  /** The picture is one value: a user who sets it last means it, whatever it was before. */
  async function save(seen: Product, imageUrl: string): Promise<Product> {
    const change = { imageUrl: imageUrl || null };
    const saved = await updateProduct({ seen, change, sameAt: () => true });
    void refreshProducts(queryClient, saved);
    return saved;
  }

  return useMutation({
    mutationFn: async (file: File | null) => save(product, file ? await keepPicture(file, once) : ''),
    onSuccess: (saved, file) => {
      const undo = () =>
        void save(saved, product.imageUrl).catch(() => showToast({ type: 'error', title: s.undoFailed }));
      showToast({
        title: file ? s.changed : s.removed,
        action: { label: actionStrings.undo, onClick: undo },
      });
    },
    onError: (error) => onRefused(pictureFailure(error)),
  });
}
