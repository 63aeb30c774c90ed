import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answerCalls, renderShellScreen, signInWith } from '@/test-screen';
import type { ForecastWorking } from './forecast-api';
import { MaximumNote } from './maximum-note';
import { testProduct } from './test-product';

const product = 'GET /api/products/7/';
const patch = 'PATCH /api/products/7/';

function show(order: Partial<ForecastWorking['order']>, permissions = ['products.edit']) {
  signInWith(permissions);
  const seen = testProduct({ maxStock: 30 });
  const calls = answerCalls({ [product]: { body: seen }, [patch]: { body: { ...seen, maxStock: 81 } } });
  const working = {
    productId: 7,
    maxStock: 30,
    order: { reorderPoint: 52, wantedUpTo: 80.4, reordered: true, ...order },
  } as ForecastWorking;
  renderShellScreen({
    path: '/prevision-stock',
    component: () => (
      <>
        <h1>Previsión</h1>
        <MaximumNote working={working} />
      </>
    ),
  });
  return calls;
}

test('a reorder point above the maximum is said and mended with one click', async () => {
  const { sentTo } = show({});
  expect(await screen.findByRole('status')).toHaveTextContent(/Se pide al llegar a 52 uds\. y no caben más de 30/);
  await userEvent.click(screen.getByRole('button', { name: 'Subir el máximo a 81' }));
  await waitFor(() => expect(sentTo(patch)[0]?.body).toEqual({ maxStock: 81 }));
});

test('a person who may not edit is told all the same', async () => {
  show({}, []);
  expect(await screen.findByRole('status')).toBeVisible();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([{ reorderPoint: 30 }, { reordered: false }])('%j is no fault', async (order) => {
  show(order);
  expect(await screen.findByRole('heading')).toBeVisible();
  expect(screen.queryByRole('status')).toBeNull();
});
