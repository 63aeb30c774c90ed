import { Ellipsis } from 'lucide-react';
import { Button } from '@/ui/form/button';
import { onDemand, type StandInProps } from '@/ui/overlay/on-demand';
import type { Product } from './api';
import { actionStrings as s } from './strings';

type ProductMenuProps = {
  product: Product;
  /** Three dots in a row; a word on a card. */
  look: 'dots' | 'word';
  withDetails?: boolean;
};

function trigger({ product, look }: ProductMenuProps) {
  if (look === 'word') return <Button aria-label={s.optionsOf(product.name)}>{s.options}</Button>;
  return (
    <Button variant="ghost" size="icon" aria-label={s.more(product.name)}>
      <Ellipsis aria-hidden />
    </Button>
  );
}

function StandIn(props: ProductMenuProps & StandInProps) {
  const { product, look, withDetails: _, ...button } = props;
  if (look === 'word') {
    return (
      <Button aria-label={s.optionsOf(product.name)} aria-haspopup="menu" {...button}>
        {s.options}
      </Button>
    );
  }
  return (
    <Button variant="ghost" size="icon" aria-label={s.more(product.name)} aria-haspopup="menu" {...button}>
      <Ellipsis aria-hidden />
    </Button>
  );
}

async function load() {
  const { default: Popup } = await import('./product-menu-popup');
  return {
    default: ({ withDetails = true, ...rest }: ProductMenuProps) => (
      <Popup product={rest.product} trigger={trigger(rest)} withDetails={withDetails} />
    ),
  };
}

/** The menu of a row, a card or a page; its library arrives with the first hand that reaches for it. */
export const ProductMenu = onDemand<ProductMenuProps>(load, StandIn);
