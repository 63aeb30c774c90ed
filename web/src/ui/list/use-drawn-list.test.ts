// @vitest-environment jsdom
import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type DrawnList, useDrawnList } from './use-drawn-list';

type Asked = { list: string | undefined; stale: boolean };

/** A list on a screen, and all that was on it since a user looked away last. */
function watch(first: Asked) {
  const seen: DrawnList<string>[] = [];
  const { rerender } = renderHook(
    ({ list, stale }: Asked) => {
      seen.push(useDrawnList(list, stale));
    },
    { initialProps: first },
  );
  return (next: Asked) => {
    seen.length = 0;
    rerender(next);
    return [...seen];
  };
}

test('a new list keeps nobody waiting: until it is drawn the one before stays as it was', () => {
  const show = watch({ list: 'taladros', stale: false });
  expect(show({ list: 'taladros', stale: true }).at(-1)).toEqual({
    list: 'taladros',
    dimmed: true,
    busy: true,
  });

  const [before, ...after] = show({ list: 'sierras', stale: false });
  expect(before).toEqual({ list: 'taladros', dimmed: true, busy: true });
  expect(after.at(-1)).toEqual({ list: 'sierras', dimmed: false, busy: false });
});

test('a list that changes while it is looked at is not dimmed', () => {
  const show = watch({ list: 'taladros', stale: false });
  const seen = show({ list: 'taladros percutores', stale: false });
  expect(seen.map(({ dimmed }) => dimmed)).not.toContain(true);
  expect(seen[0]).toEqual({ list: 'taladros', dimmed: false, busy: true });
  expect(seen.at(-1)).toEqual({ list: 'taladros percutores', dimmed: false, busy: false });
});

test('nothing has come yet, and then the first list is there', () => {
  const show = watch({ list: undefined, stale: false });
  expect(show({ list: 'taladros', stale: false }).at(-1)).toEqual({
    list: 'taladros',
    dimmed: false,
    busy: false,
  });
});

test('a list is laid out when it is drawn, and not again when it is dimmed', () => {
  const measured = vi.spyOn(document.body, 'getBoundingClientRect');
  const show = watch({ list: 'taladros', stale: false });
  show({ list: 'sierras', stale: false });
  expect(measured).toHaveBeenCalledTimes(2);
  show({ list: 'sierras', stale: true });
  expect(measured).toHaveBeenCalledTimes(2);
});
