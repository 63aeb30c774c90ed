import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { errorText } from '@/lib/api-error';
import { useBarcodeReader } from '@/lib/barcode-reader';
import { useCan } from '@/lib/permissions';
import { showToast } from '@/ui/feedback/toast';
import { strings } from './strings';

/** A code read anywhere outside a field opens its product, or offers to create it. */
export function useScannedProduct() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const canCreate = useCan('products.edit');

  async function open(code: string) {
    // Most people have no reader: what it needs is fetched with the first code.
    const { productSearchQuery, productWithCode } = await import('@/features/shared/product-search');
    const found = await queryClient.fetchQuery({ ...productSearchQuery(code), staleTime: 0 });
    const product = productWithCode(found, code);
    if (product) {
      await navigate({ to: '/productos/$id', params: { id: String(product.idProduct) } });
      return;
    }
    showToast({
      type: 'info',
      title: strings.scanned(code),
      ...(canCreate && {
        action: {
          label: strings.createScanned,
          onClick: () => void navigate({ to: '/productos', search: { nuevo: code } }),
        },
      }),
    });
  }

  useBarcodeReader((scan) => {
    if (scan === 'cut') {
      showToast({ type: 'error', title: strings.scanCut, description: strings.scanCutText });
      return;
    }
    open(scan.code).catch((error: unknown) =>
      showToast({ type: 'error', title: strings.scanFailed, description: errorText(error) }),
    );
  });
}
