import { formatDecimal, formatInteger, formatPercent, formatUnits, plural } from '@/lib/format';

/** Whole units from ten on, one decimal below: half a unit a month is something else than none. */
export function formatExpected(units: number): string {
  return units >= 10 || Number.isInteger(units) ? formatInteger(units) : formatDecimal(units);
}

export const forecastStrings = {
  title: 'Previsión',
  seeWorking: 'Ver cómo se calcula',
  loading: 'Cargando la previsión…',
  failed: 'No se pudo cargar la previsión',
  range: (low: number, high: number) => `entre ${formatInteger(low)} y ${formatInteger(high)}`,
  runsOutRange: (early: number, late: number) => `entre ${formatInteger(early)} y ${plural(late, 'día', 'días')}`,
  earlyRisk: (percent: number, days: number) => `riesgo: ${formatPercent(percent)} en ${plural(days, 'día', 'días')}`,
  neverRunsOut: 'No se espera vender: no se agota',
  farAway: 'un año o más',
  soldLast30: 'Vendido 30d',
  withToday: 'hoy incluido',
  willSell30: 'Se Venderá 30d',
  runsOut: 'Se Agota En',
  toDo: 'Por Hacer',
  units: formatUnits,
  chart: {
    label: (past: number, from: string, to: string, low: number, high: number) =>
      `Ventas por semana: ${plural(past, 'semana pasada', 'semanas pasadas')} y las cuatro próximas, del ${from} ` +
      `al ${to}, en las que se esperan entre ${formatInteger(low)} y ${formatInteger(high)} unidades por semana.`,
    sold: 'Vendido hasta ayer',
    expected: 'Previsto',
    rangeLegend: 'Rango (8 de cada 10 veces)',
    emptyLegend: 'Con días sin stock',
    week: 'Semana',
    unitsColumn: 'Unidades',
    rangeColumn: 'Rango',
    emptyColumn: 'Días sin stock',
    emptyDays: (days: number) => plural(days, 'día sin stock', 'días sin stock'),
    weekOf: (from: string, to: string) => `${from}–${to}`,
    none: '—',
  },
};
