import { useEffect } from 'react';

export const productName = 'Estante';

/** «Productos · Estante» in the tab. */
export function useDocumentTitle(title: string) {
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title]);
}
