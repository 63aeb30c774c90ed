import { formatInteger, formatUnits } from '@/lib/format';

export const strings = {
  levels: {
    out: 'Sin stock',
    promised: 'Todo reservado',
    low: 'Stock bajo',
    scarce: 'Quedan pocas',
    ok: 'En stock',
  },
  available: (units: number) => `${formatInteger(units)} disp.`,
  /** What of a product can be sold, where less than all of it. */
  saleable: (available: number, stock: number) =>
    available === stock
      ? formatUnits(stock)
      : `${formatInteger(Math.max(available, 0))} disp. de ${formatUnits(stock)}`,
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
  supplierPicker: {
    placeholder: 'Nombre o NIF',
    searching: 'Buscando…',
    nothing: 'Ningún proveedor activo coincide.',
  },
  quantity: {
    positive: 'La cantidad debe ser mayor a 0',
    whole: 'Escribe un número entero, sin decimales',
    tooLarge: 'La cantidad es demasiado grande',
  },
  maximumNote: {
    title: 'El stock máximo se queda corto',
    text: (reorderPoint: number, maximum: number) =>
      `Se pide al llegar a ${formatUnits(reorderPoint)} y no caben más de ${formatInteger(maximum)}: ni lleno dura ` +
      'hasta el pedido siguiente.',
    raise: (units: number) => `Subir el máximo a ${formatInteger(units)}`,
    saving: 'Guardando…',
    raised: (units: number) => `Stock máximo: ${formatUnits(units)}`,
    failed: 'No se pudo cambiar el stock máximo',
  },
  locationStock: (name: string, units: number) => `${name} (${formatUnits(units)})`,
};

export const reportStrings = {
  format: 'Formato',
  pdf: 'PDF',
  xlsx: 'Excel',
  generate: 'Generar',
  making: 'Generando…',
};
