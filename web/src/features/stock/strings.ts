import { formatInteger, formatUnits, plural } from '@/lib/format';

export const strings = {
  levels: { out: 'Sin stock', low: 'Stock bajo', ok: 'En stock' },
  minimum: (units: number) => `mín. ${formatInteger(units)}`,
  maximum: (units: number) => `máx. ${formatInteger(units)}`,
  reasons: {
    restock: 'Restock',
    sale: 'Venta realizada',
    damage: 'Producto dañado',
    adjustment: 'Ajuste manual',
    return: 'Devolución de cliente',
    transfer: 'Transferencia entre almacenes',
    other: 'Otro',
    count: 'Recuento',
  },
  sources: {
    manual: 'Manual',
    entry: 'Entrada',
    order: 'Pedido',
    import: 'Importación',
    count: 'Recuento',
    transfer: 'Traspaso',
  },
  categoriesFailed: 'No se pudieron cargar las categorías',
  movementTypes: { entrada: 'Entrada', salida: 'Salida' },
  picker: {
    placeholder: 'Nombre, SKU o código de barras',
    hint: 'Escribe un nombre o lee un código de barras.',
    searching: 'Buscando…',
    nothing: (text: string) => `Ningún producto coincide con «${text}».`,
    failed: 'No se pudo buscar productos',
  },
  adjust: {
    title: 'Ajustar stock',
    types: {
      label: 'Tipo de ajuste',
      add: 'Agregar Stock',
      remove: 'Quitar Stock',
      set: 'Establecer Stock',
      addShort: 'Agregar',
      removeShort: 'Quitar',
      setShort: 'Establecer',
    },
    quantity: 'Cantidad',
    reason: 'Razón',
    chooseReason: 'Elige una razón',
    location: 'Almacén',
    locationStock: (name: string, units: number) => `${name} (${formatUnits(units)})`,
    notes: 'Notas',
    notesPlaceholder: 'Albarán, lote, incidencia…',
    now: 'Ahora',
    after: 'Después',
    nowInAll: 'Ahora, en total',
    afterInAll: 'Después, en total',
    here: (before: number, after: number) =>
      `En este almacén: ${formatInteger(before)} → ${formatInteger(after)}`,
    takesAll: (units: number) =>
      units === 1
        ? 'Se quitará la unidad disponible'
        : `Se quitarán las ${formatInteger(units)} unidades disponibles`,
    save: 'Guardar ajuste',
    saving: 'Guardando…',
    quantityPositive: 'La cantidad debe ser mayor a 0',
    quantityWhole: 'Escribe un número entero, sin decimales',
    quantityTooLarge: 'La cantidad es demasiado grande',
    reasonRequired: 'La razón es requerida',
    nothingToTake: 'No quedan unidades que quitar',
    alreadyThere: (units: number) =>
      `El stock ya es de ${plural(units, 'unidad', 'unidades')}: no hay nada que cambiar.`,
    changedTitle: 'El stock ha cambiado mientras tanto',
    changedText: (units: number) =>
      `Ahora hay ${plural(units, 'unidad', 'unidades')}. Revisa la cantidad y guarda otra vez si sigue siendo la correcta.`,
    done: '¡Stock ajustado exitosamente!',
    doneText: (name: string, before: number, after: number) =>
      `${name}: ${formatInteger(before)} → ${formatUnits(after)}`,
    failed: 'Error al ajustar el stock',
    refused: 'No se pudo ajustar el stock',
    undo: 'Deshacer',
    undone: 'Ajuste deshecho',
    undoneText: (name: string, units: number) => `${name}: vuelve a haber ${formatUnits(units)}`,
    undoFailed: 'No se pudo deshacer el ajuste',
  },
  entry: {
    undone: 'Entrada deshecha',
    undoneText: (name: string, units: number) => `${name}: −${formatUnits(units)}`,
    undoFailed: 'No se pudo deshacer la entrada',
    restore: 'Recuperar',
    restored: 'Entrada recuperada',
    restoreFailed: 'No se pudo recuperar la entrada',
  },
};

/** A reason or source the page does not know yet is shown as it came. */
export function reasonLabel(reason: string): string {
  return strings.reasons[reason as keyof typeof strings.reasons] ?? reason;
}

export function sourceLabel(source: string): string {
  return strings.sources[source as keyof typeof strings.sources] ?? source;
}
