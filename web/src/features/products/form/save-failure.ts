import { ApiError, type FieldErrors } from '@/lib/api-error';
import { formStrings } from './strings';

/** The server's other names for fields of the form. */
const aliases: Record<string, string> = {
  productName: 'name',
  currentStock: 'stock',
  productStock: 'stock',
  quantity: 'stock',
  productDescription: 'description',
  minimumStock: 'minStock',
  alertinDays: 'alertDays',
  imageURL: 'imageUrl',
  productPrice: 'price',
};

/** A refused save in the words of the form: its own field names, and a place for what says nothing at all. */
export function saveFailure(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error;
  if (error.kind === 'fields') return withFields(error, renamed(error.fields));
  const saysNothing = error.kind === 'http' && error.detail === '';
  return saysNothing ? withFields(error, { sku: [formStrings.errors.unreadable] }) : error;
}

function withFields({ status }: ApiError, fields: FieldErrors): ApiError {
  return new ApiError({ kind: 'fields', status, fields });
}

function renamed(fields: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(fields).map(([field, texts]) => [aliases[field] ?? field, texts]));
}
