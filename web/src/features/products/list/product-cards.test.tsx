import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testProduct } from '@/features/shared/test-product';
import { renderShellScreen, signInWith } from '@/test-screen';
import { ProductCards } from './product-cards';

test('one unit is one, not several', async () => {
  signInWith([]);
  const products = [
    testProduct({ idProduct: 1, name: 'Balda', currentStock: 1, minStock: 2 }),
    testProduct({ idProduct: 2, name: 'Clavo', currentStock: 24, minStock: null }),
  ];
  renderShellScreen({
    path: '/productos',
    component: () => <ProductCards products={products} stale={false} busy={false} />,
  });
  const [one, many] = await screen.findAllByRole('listitem');
  expect(one).toHaveTextContent(/1 ud\. · mín\. 2/);
  expect(many).toHaveTextContent(/24 uds\./);
});
