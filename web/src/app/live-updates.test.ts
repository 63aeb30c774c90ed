import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { askAgain } from './live-updates';

/** A shelf whose answers arrive when the test hands them over, as they were when they were asked for. */
function shelf() {
  const queryClient = new QueryClient();
  const answers: ((stock: number) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<number>((answer) => answers.push(answer)));
  const observer = new QueryObserver(queryClient, { queryKey: ['stock', 7], queryFn });
  const stop = observer.subscribe(() => {});
  const answer = (stock: number) => {
    answers.shift()?.(stock);
    return vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(stock));
  };
  return { queryClient, queryFn, answer, stop };
}

test('a change during the first load is not missed, however many come, and none gives the answer up', async () => {
  const { queryClient, queryFn, answer, stop } = shelf();
  for (let change = 0; change < 3; change += 1) askAgain(queryClient, { queryKey: ['stock'] });
  expect(queryFn).toHaveBeenCalledTimes(1);
  await answer(10);
  expect(queryFn).toHaveBeenCalledTimes(2);
  askAgain(queryClient, {});
  await answer(9);
  expect(queryFn).toHaveBeenCalledTimes(3);
  await answer(8);
  expect(queryFn).toHaveBeenCalledTimes(3);
  stop();
});

test('what is shown and quiet is asked for at once, and nothing else is', async () => {
  const { queryClient, queryFn, answer, stop } = shelf();
  await answer(10);
  askAgain(queryClient, { queryKey: ['orders'] });
  expect(queryFn).toHaveBeenCalledTimes(1);
  askAgain(queryClient, { queryKey: ['stock'] });
  expect(queryFn).toHaveBeenCalledTimes(2);
  await answer(9);
  expect(queryFn).toHaveBeenCalledTimes(2);
  stop();
});
