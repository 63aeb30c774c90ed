import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AdjustPreview } from './adjust-preview';
import { previewAdjustment } from './adjustment';

const product = { currentStock: 27, available: 27, minStock: null, maxStock: null };

function shown(here: number) {
  const preview = previewAdjustment('set', 20, { total: product.currentStock, here });
  return render(<AdjustPreview product={product} preview={preview} />).container;
}

test('the totals are called so where only a part lies in the chosen location', () => {
  expect(shown(7)).toHaveTextContent('Ahora, en total27Después, en total40 +13En stockEn este almacén: 7 → 20');
});

test('nothing is said of locations where everything lies in one', () => {
  expect(shown(27)).toHaveTextContent(/^Ahora27Después20 −7En stock$/);
});
