import { formatInteger } from '@/lib/format';

function total(count: number, capped: boolean): string {
  return capped ? `más de ${formatInteger(count)}` : formatInteger(count);
}

export const auditSectionStrings = {
  title: 'Registro de cambios',
  hint: 'Quién cambió qué y cuándo. Nadie puede borrar ni modificar estas líneas.',
  list: 'Cambios',
  loading: 'Cargando el registro…',
  loadFailed: 'No se pudo cargar el registro de cambios',
  noun: 'Qué cambió',
  allNouns: 'Todo',
  createdBy: 'Quién',
  createdByPlaceholder: 'Buscar por persona…',
  clearCreatedBy: 'Quitar la persona',
  dateFrom: 'Desde',
  dateTo: 'Hasta',
  columns: { when: 'Fecha', who: 'Quién', what: 'Qué', action: 'Acción', changes: 'Cambios' },
  noChanges: '—',
  seeProduct: 'Ver el producto',
  emptyTitle: 'Aún no hay cambios',
  emptyText: 'Cada cambio en productos, entradas, cuentas o ajustes quedará aquí.',
  noMatchTitle: 'Ningún cambio coincide con los filtros',
  noMatchText: 'Prueba con otra persona, otro tipo de dato u otras fechas.',
  results: (count: number, capped: boolean) =>
    !capped && count === 1 ? 'Ver 1 resultado' : `Ver ${total(count, capped)} resultados`,
};
