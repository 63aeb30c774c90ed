import { formatInteger, formatUnits } from '@/lib/format';

export const strings = {
  levels: { out: 'Sin stock', low: 'Stock bajo', ok: 'En stock' },
  minimum: (units: number) => `mín. ${formatInteger(units)}`,
  maximum: (units: number) => `máx. ${formatInteger(units)}`,
  categoriesFailed: 'No se pudieron cargar las categorías',
  picker: {
    placeholder: 'Nombre, SKU o código de barras',
    hint: 'Escribe un nombre o lee un código de barras.',
    searching: 'Buscando…',
    nothing: (text: string) => `Ningún producto coincide con «${text}».`,
    failed: 'No se pudo buscar productos',
  },
  quantity: {
    positive: 'La cantidad debe ser mayor a 0',
    whole: 'Escribe un número entero, sin decimales',
    tooLarge: 'La cantidad es demasiado grande',
  },
  locationStock: (name: string, units: number) => `${name} (${formatUnits(units)})`,
};
