import { cleanup } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answerCalls, type Reply, renderScreen } from '@/test-screen';
import type { Stocktake } from './api';
import PrintSheet from './print-sheet';

const lines = 'GET /api/stocktakes/5/lines/';

test('whoever leaves before everything has been read asks for no more pages', async () => {
  let answerFirst: (reply: Reply) => void = () => undefined;
  const first = new Promise<Reply>((resolve) => {
    answerFirst = resolve;
  });
  const { sentTo } = answerCalls({ [lines]: () => first });
  const onDone = vi.fn();
  renderScreen(<PrintSheet stocktake={{ id: 5 } as Stocktake} onDone={onDone} />);
  await vi.waitFor(() => expect(sentTo(lines)).toHaveLength(1));
  cleanup();
  answerFirst({ body: { results: Array(100).fill({ productId: 1 }), count: 300 } });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(sentTo(lines)).toHaveLength(1);
  expect(onDone).not.toHaveBeenCalled();
});
