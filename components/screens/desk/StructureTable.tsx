import { i18n } from '#i18n';
import type { StructureRow } from '../../../shared/desk/chain.ts';
import { optionKey } from '../../../shared/desk/own-contracts.ts';
import { productLabel } from '../../texts/product-name.ts';
import { OrderThumbnail } from '../trade/orders/OrderThumbnail.tsx';
import { strikesText } from '../trade/orders/strike-text.ts';
import { bookColumns } from './book-columns.tsx';
import type { CellFacts } from './QuoteCell.tsx';
import { QuoteTable, type TableFacts } from './QuoteTable.tsx';
import type { QuoteColumn } from './quote-column.ts';

/** The order whose chart and figures the row shows: the best ask, or the best bid. */
const shownOf = ({ bids, asks }: StructureRow) => asks[0] ?? bids[0];

const structures = bookColumns(
  (row: StructureRow) => row,
  ({ products, strikes }) => products.map((name) => optionKey(name, strikes)),
);

export const STRUCTURE_COLUMNS: readonly QuoteColumn<StructureRow>[] = [
  {
    ...{ key: 'structure', head: () => i18n.t('desk.structures'), isName: true, room: 430 },
    ...{ width: 'w-[62%] @min-[30rem]:w-1/2' },
    look: 'ps-2 text-start @min-[30rem]:ps-4',
    cell: (row) => <Structure row={row} />,
  },
  ...structures.quotes,
  ...structures.figures,
];

const keyOf = ({ key }: StructureRow) => key;
const nameOf = ({ products: [name], strikes }: StructureRow) =>
  `${productLabel(name)} ${strikesText(strikes)}`;

/** Shows the products of one expiry that have several strikes or a delivery. */
export function StructureTable(
  props: CellFacts & TableFacts & { rows: readonly StructureRow[]; label: string },
) {
  return (
    <QuoteTable
      {...props}
      {...{ columns: STRUCTURE_COLUMNS, keyOf, nameOf }}
      testId="structures"
      className="min-h-40 flex-1"
      isTallWhenNarrow
    />
  );
}

/** Shows the name; on a narrow page, the strikes below the name. */
function Structure({ row }: { row: StructureRow }) {
  const best = shownOf(row);
  const strikes = strikesText(row.strikes);
  return (
    <span className="flex items-center gap-1 @min-[30rem]:gap-2">
      {best === undefined ? null : (
        <span className="hidden w-14 shrink-0 @min-[44rem]:block [&>svg]:my-0 [&>svg]:h-6 [&>svg]:w-14">
          <OrderThumbnail outline={best.thumbnail} />
        </span>
      )}
      <span className="min-w-0 @min-[44rem]:flex @min-[44rem]:items-baseline @min-[44rem]:gap-2">
        <span className="block truncate text-sm font-semibold @min-[44rem]:shrink-0">
          {productLabel(row.products[0])}
        </span>
        {row.products.length > 1 ? (
          <span
            className="order-last hidden truncate text-xs text-muted @min-[44rem]:block"
            title={i18n.t('desk.sameContracts', { count: row.products.length })}
          >
            {i18n.t('orders.bestOf', { count: row.products.length })}
          </span>
        ) : null}
        <span
          className="block truncate text-xs text-muted @min-[44rem]:shrink-0 @max-[40rem]:text-[0.6875rem] @max-[40rem]:tracking-tight"
          title={strikes}
        >
          {strikes}
        </span>
      </span>
    </span>
  );
}
