import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { barsOf } from './forecast-chart';
import { earlyRisk, RunsOut, runsOutBand, runsOutRange } from './runs-out';

describe('when a product runs out', () => {
  test.each([
    [0, 'out'],
    [-2, 'out'],
    [15, 'crit'],
    [16, 'low'],
    [30, 'low'],
    [31, 'ok'],
    [null, null],
  ] as const)('%s days of 30 are %s', (runsOutIn, band) => {
    expect(runsOutBand({ runsOutIn, alertDays: 30 })).toBe(band);
  });

  test('is said in words, and how sure that is', () => {
    const row = { runsOutIn: 12, runsOutEarly: 8, runsOutLate: 1, alertDays: 30 };
    expect(runsOutRange(row)).toBe('entre 8 y 1 día');
    expect(runsOutRange({ ...row, runsOutIn: 365 })).toBe('un año o más');
    expect(runsOutRange({ ...row, runsOutIn: 0 })).toBeNull();
    const { rerender } = render(<RunsOut row={row} />);
    expect(screen.getByText('12 días')).toBeVisible();
    rerender(<RunsOut row={{ ...row, runsOutIn: 0 }} />);
    expect(screen.getByText('Agotado')).toBeVisible();
    rerender(<RunsOut row={{ ...row, runsOutIn: null }} />);
    expect(screen.getByText('No se espera vender: no se agota')).toBeInTheDocument();
  });

  test.each([
    [31, 35, 'riesgo: 35\u00a0% en 30 días'],
    [31, 34, null],
    [30, 60, null],
    [0, 100, null],
    [null, 0, null],
  ])(
    '%s days with a chance of %s %% to be gone before are flagged early or not',
    (runsOutIn, goneInAlertDays, said) => {
      expect(earlyRisk({ runsOutIn, goneInAlertDays, alertDays: 30 })).toBe(said);
    },
  );

  test('the picture has the weeks that were and those to come', () => {
    const bars = barsOf({
      history: [{ dateFrom: '2026-11-08', dateTo: '2026-11-14', sold: 4, emptyDays: 2 }],
      ahead: [{ dateFrom: '2026-11-15', dateTo: '2026-11-21', units: 3.9, low: 1, high: 7 }],
    });
    expect(bars.map(({ tick, value, range, note }) => ({ tick, value, range, note }))).toEqual([
      { tick: '08/11', value: 4, range: null, note: '2 días sin stock' },
      { tick: '15/11', value: 3.9, range: { low: 1, high: 7 }, note: null },
    ]);
  });
});
