// @vitest-environment node
import { afterEach, describe, expect, test } from 'vitest';
import {
  fold,
  formatBytes,
  formatChange,
  formatDate,
  formatDateTime,
  formatDayMonth,
  formatDaysLeft,
  formatDecimal,
  formatInteger,
  formatLongDay,
  formatMoney,
  formatPercent,
  formatRelative,
  formatSigned,
  formatTime,
  formatUnits,
  formatWeekday,
  plural,
  setTimeZone,
} from './format';

const nbsp = '\u00a0';
const minus = '\u2212';

afterEach(() => setTimeZone('Europe/Madrid'));

describe('numbers', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1234, '1.234'],
    [1234567, '1.234.567'],
    [-36, `${minus}36`],
  ])('the integer %d', (value, text) => {
    expect(formatInteger(value)).toBe(text);
  });

  test('decimals keep their digits', () => {
    expect(formatDecimal(15.66)).toBe('15,7');
    expect(formatDecimal(1234.5, 2)).toBe('1.234,50');
  });

  test('a change always shows its sign', () => {
    expect(formatSigned(20)).toBe('+20');
    expect(formatSigned(-36)).toBe(`${minus}36`);
    expect(formatSigned(0)).toBe('0');
    expect(formatChange(15.2)).toBe(`+15${nbsp}%`);
    expect(formatChange(-4)).toBe(`${minus}4${nbsp}%`);
    expect(formatPercent(15)).toBe(`15${nbsp}%`);
  });
});

describe('money', () => {
  test('euros and dollars stand behind the amount, after a space that does not break', () => {
    expect(formatMoney(1234.56, 'EUR')).toBe(`1.234,56${nbsp}€`);
    expect(formatMoney(1234.56, 'USD')).toBe(`1.234,56${nbsp}$`);
    expect(formatMoney(-74, 'EUR')).toBe(`${minus}74,00${nbsp}€`);
  });
});

describe('dates', () => {
  const morning = '2026-11-15T09:42:00Z';

  test('are those of the business', () => {
    expect(formatDate(morning)).toBe('15/11/2026');
    expect(formatDateTime(morning)).toBe('15/11/2026, 10:42');
    expect(formatTime(morning)).toBe('10:42');
    expect(formatLongDay(morning)).toBe('domingo, 15 de noviembre');
  });

  test('midnight is 00:00', () => {
    expect(formatTime('2026-11-14T23:05:00Z')).toBe('00:05');
  });

  test('the axis shows weekdays or two-digit days', () => {
    expect(formatWeekday('2026-11-16T12:00:00Z')).toBe('lun');
    expect(formatDayMonth('2026-11-03T12:00:00Z')).toBe('03/11');
  });

  test('another zone is another day', () => {
    setTimeZone('America/Mexico_City');
    expect(formatDateTime('2026-11-15T03:30:00Z')).toBe('14/11/2026, 21:30');
  });

  test('a zone that does not exist changes nothing', () => {
    setTimeZone('Luna/Mar_de_la_Tranquilidad');
    expect(formatTime(morning)).toBe('10:42');
  });
});

describe('relative times', () => {
  const now = '2026-11-15T11:00:00Z';
  test.each([
    ['2026-11-15T10:59:40Z', 'ahora mismo'],
    ['2026-11-15T10:58:30Z', 'hace 1 minuto'],
    ['2026-11-15T09:00:00Z', 'hace 2 horas'],
    ['2026-11-14T23:30:00Z', 'hace 11 horas'],
    ['2026-11-14T09:00:00Z', 'ayer'],
    ['2026-11-13T09:00:00Z', 'anteayer'],
    ['2026-11-11T09:00:00Z', 'hace 4 días'],
    ['2026-11-08T10:00:00Z', '08/11/2026'],
    ['2026-11-15T12:00:00Z', '15/11/2026'],
  ])('%s', (value, text) => {
    expect(formatRelative(value, now)).toBe(text);
  });
});

test('counts agree with their noun', () => {
  expect(plural(1, 'producto', 'productos')).toBe('1 producto');
  expect(plural(0, 'producto', 'productos')).toBe('0 productos');
  expect(plural(1234, 'producto', 'productos')).toBe('1.234 productos');
  expect(formatUnits(1)).toBe(`1${nbsp}ud.`);
  expect(formatUnits(24)).toBe(`24${nbsp}uds.`);
});

test('days left', () => {
  expect(formatDaysLeft(0)).toBe('Agotado');
  expect(formatDaysLeft(1)).toBe('1 día');
  expect(formatDaysLeft(12)).toBe('12 días');
  expect(formatDaysLeft(null)).toBe('—');
});

test('folding forgets accents and case', () => {
  expect(fold('  Previsión ÁÑO ')).toBe('prevision ano');
});

test('sizes of files', () => {
  expect(formatBytes(0)).toBe('0\u00a0B');
  expect(formatBytes(812)).toBe('812\u00a0B');
  expect(formatBytes(24 * 1024)).toBe('24\u00a0KB');
  expect(formatBytes(1.5 * 1024 * 1024)).toBe('1,5\u00a0MB');
  expect(formatBytes(64 * 1024 * 1024)).toBe('64\u00a0MB');
});
