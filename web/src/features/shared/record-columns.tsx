import { Moment } from '@/ui/layout/moment';
import type { TableColumn } from '@/ui/list/data-table';
import { ProductCell } from './product-link';

/** What tells of something that happened to a product at some place. */
type StockRecord = { productId: number; productSku: string; location: string; createdAt: string };

type RecordTitles = { product: string; location: string; user: string; date: string };

type RecordColumns<Row extends object> = Record<keyof RecordTitles, TableColumn<Row>>;

type RecordWords<Row> = {
  titles: RecordTitles;
  productName: (row: Row) => string;
  userOf: (row: Row) => string;
};

/** The columns that every list of such records has: of which product, where, by whom and when. */
export function recordColumns<Row extends StockRecord>(words: RecordWords<Row>): RecordColumns<Row> {
  const { titles, productName, userOf } = words;
  return {
    product: {
      id: 'product',
      header: titles.product,
      cell: (row) => <ProductCell id={row.productId} name={productName(row)} sku={row.productSku} />,
    },
    location: {
      id: 'location',
      header: titles.location,
      cell: (row) => <span className="block truncate text-ink-2">{row.location}</span>,
      width: 'w-28',
    },
    user: {
      id: 'user',
      header: titles.user,
      cell: (row) => <span className="block truncate text-ink-2">{userOf(row)}</span>,
      width: 'w-36',
    },
    date: { id: 'date', header: titles.date, cell: (row) => <Moment at={row.createdAt} />, width: 'w-28' },
  };
}
