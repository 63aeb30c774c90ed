import { act, render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { Ago } from './ago';

afterEach(() => {
  vi.useRealTimers();
});

test('what was a while ago is a longer while ago as time passes', () => {
  vi.useFakeTimers({ now: new Date('2026-11-15T10:05:00Z') });
  render(<Ago at="2026-11-15T10:00:00Z" />);
  const time = screen.getByText('hace 5 minutos');
  expect(time).toHaveAttribute('datetime', '2026-11-15T10:00:00Z');
  expect(time).toHaveAttribute('title', '15/11/2026, 11:00');

  act(() => {
    vi.advanceTimersByTime(2 * 60_000);
  });
  expect(time).toHaveTextContent('hace 7 minutos');
});
