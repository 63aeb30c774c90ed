import { createContext, use } from 'react';
import type { Import } from './api';
import { subjectStrings } from './subject-strings';

/** What the rows of a file are about. */
export type Subject = Import['subject'];

const places = {
  products: { home: '/productos', start: '/productos/importar', one: '/productos/importar/$id' },
  prices: { home: '/proveedores', start: '/proveedores/importar', one: '/proveedores/importar/$id' },
  purchases: { home: '/compras', start: '/compras/importar', one: '/compras/importar/$id' },
  orders: { home: '/pedidos', start: '/pedidos/importar', one: '/pedidos/importar/$id' },
} as const;

/** Whose files are about one supplier. */
export function isOfSupplier(subject: Subject): boolean {
  return subject === 'prices' || subject === 'purchases';
}

/** The screens are the same for every subject; the route says which one it is. */
export const SubjectContext = createContext<Subject>('products');

/** Where the screens of a subject lie, and their own words. */
export function useSubject() {
  const subject = use(SubjectContext);
  return { subject, ...places[subject], words: subjectStrings[subject] };
}
