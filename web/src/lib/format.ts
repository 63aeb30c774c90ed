const locale = 'es-ES';
const noBreakSpace = '\u00a0';
const minus = '\u2212';
const dayMs = 24 * 60 * 60 * 1000;

export type DateInput = Date | string | number;

/**
 * Days and hours are those of the business. Its zone is set before anything guarded is drawn, if it can be learnt by
 * then.
 */
let timeZone = 'Europe/Madrid';

type DateStyle = 'date' | 'dateTime' | 'time' | 'weekday' | 'longDay';

const dateOptions: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  date: { day: '2-digit', month: '2-digit', year: 'numeric' },
  dateTime: { day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  time: { hour: '2-digit', minute: '2-digit' },
  weekday: { weekday: 'short' },
  longDay: { weekday: 'long', day: 'numeric', month: 'long' },
};

const dateFormats = new Map<DateStyle, Intl.DateTimeFormat>();

export function setTimeZone(zone: string) {
  if (zone === timeZone) return;
  try {
    new Intl.DateTimeFormat(locale, { timeZone: zone });
  } catch {
    // A zone this browser does not know would make every date throw; hours of another zone are better than none.
    return;
  }
  timeZone = zone;
  dateFormats.clear();
}

function formatWith(style: DateStyle, value: DateInput): string {
  let format = dateFormats.get(style);
  if (!format) {
    format = new Intl.DateTimeFormat(locale, { ...dateOptions[style], hourCycle: 'h23', timeZone });
    dateFormats.set(style, format);
  }
  return format.format(new Date(value));
}

// «always» because plain es-ES leaves four-digit numbers ungrouped («1234»).
const integerFormat = new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 0 });
const decimalFormats = new Map<number, Intl.NumberFormat>();
const moneyFormats = new Map<string, Intl.NumberFormat>();

function typographicMinus(text: string): string {
  return text.replace('-', minus);
}

/** 1.234 */
export function formatInteger(value: number): string {
  return typographicMinus(integerFormat.format(value));
}

/** 15,7 */
export function formatDecimal(value: number, digits = 1): string {
  let format = decimalFormats.get(digits);
  if (!format) {
    const exact = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    format = new Intl.NumberFormat(locale, { useGrouping: 'always', ...exact });
    decimalFormats.set(digits, format);
  }
  return typographicMinus(format.format(value));
}

/** Currencies by how many decimals they have, where these are not two. Browsers know those of cash for some. */
const otherDigits: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
  4: 'CLF UYW',
};

/** How many decimals a currency has by ISO 4217, as the server counts them: two, none in yens, three in dinars. */
export function moneyDigits(currency: string): number {
  return Number(Object.entries(otherDigits).find(([, codes]) => codes.includes(currency))?.[0] ?? 2);
}

/** 1.234,56 € or 1.234,56 $, with the decimals of the currency where nothing else is asked for. */
export function formatMoney(amount: number, currency: string, digits = moneyDigits(currency)): string {
  const key = `${currency}${digits}`;
  let format = moneyFormats.get(key);
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      // es-ES would print «US$».
      currencyDisplay: 'narrowSymbol',
      useGrouping: 'always',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    moneyFormats.set(key, format);
  }
  return typographicMinus(format.format(amount));
}

/** +20, −36, 0 */
export function formatSigned(value: number): string {
  return value > 0 ? `+${formatInteger(value)}` : formatInteger(value);
}

/** +15 %: a change, always with its sign. */
export function formatChange(percent: number): string {
  return `${formatSigned(Math.round(percent))}${noBreakSpace}%`;
}

/** 15 % */
export function formatPercent(percent: number): string {
  return `${formatInteger(Math.round(percent))}${noBreakSpace}%`;
}

/** 15/11/2026 */
export function formatDate(value: DateInput): string {
  return formatWith('date', value);
}

/** 15/11/2026, 10:42 */
export function formatDateTime(value: DateInput): string {
  return formatWith('dateTime', value);
}

/** 10:42 */
export function formatTime(value: DateInput): string {
  return formatWith('time', value);
}

/** domingo, 15 de noviembre */
export function formatLongDay(value: DateInput): string {
  return formatWith('longDay', value);
}

/** The axis of a week: lun, mar… */
export function formatWeekday(value: DateInput): string {
  return formatWith('weekday', value);
}

/** The axis of a month: 03/11, cut from the whole date because day and month alone print «3/11». */
export function formatDayMonth(value: DateInput): string {
  return formatDate(value).slice(0, 5);
}

const relativeFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });

/** «hace 2 horas», «ayer»; from seven days on, the date. Show the whole date in the title. */
export function formatRelative(value: DateInput, now: DateInput = Date.now()): string {
  const elapsedMs = new Date(now).getTime() - new Date(value).getTime();
  if (elapsedMs < 0 || elapsedMs >= 7 * dayMs) return formatDate(value);
  const minutes = Math.floor(elapsedMs / 60_000);
  if (minutes < 1) return 'ahora mismo';
  if (minutes < 60) return relativeFormat.format(-minutes, 'minute');
  const days = calendarDaysBetween(value, now);
  if (days === 0 || elapsedMs < 12 * 3_600_000) return relativeFormat.format(-Math.floor(minutes / 60), 'hour');
  return relativeFormat.format(-days, 'day');
}

function calendarDaysBetween(from: DateInput, to: DateInput): number {
  return Math.round((startOfDay(to) - startOfDay(from)) / dayMs);
}

function startOfDay(value: DateInput): number {
  const [day = 1, month = 1, year = 1970] = formatDate(value).split('/').map(Number);
  return Date.UTC(year, month - 1, day);
}

/** «1 producto», «2 productos». */
export function plural(count: number, one: string, many: string): string {
  return `${formatInteger(count)} ${count === 1 ? one : many}`;
}

/** «1 ud.», «24 uds.» */
export function formatUnits(count: number): string {
  return `${formatInteger(count)}${noBreakSpace}${unitWord(count)}`;
}

/** The word alone, for a figure that is set apart from it. */
export function unitWord(count: number): string {
  return count === 1 ? 'ud.' : 'uds.';
}

const byteUnits = ['B', 'KB', 'MB', 'GB'];

/** 812 B, 24 KB, 1,5 MB */
export function formatBytes(bytes: number): string {
  const power = Math.min(byteUnits.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 1024 ** power;
  const digits = power >= 2 && amount < 10 ? 1 : 0;
  return `${formatDecimal(amount, digits)}${noBreakSpace}${byteUnits[power]}`;
}

/** «Agotado», «1 día», «12 días», or a dash when there is no date. */
export function formatDaysLeft(days: number | null): string {
  if (days === null) return '—';
  return days <= 0 ? 'Agotado' : plural(days, 'día', 'días');
}

/** Lower case without accents, for comparing what people type with what people named. */
export function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('es').trim();
}
