import { i18n } from '#i18n';
import type { StructureRow } from '../../../shared/desk/chain.ts';
import { chanceText, deltaText } from '../../texts/numbers.ts';
import { productLabel } from '../../texts/product-name.ts';
import { OrderThumbnail } from '../trade/orders/OrderThumbnail.tsx';
import { strikesText } from '../trade/orders/strike-text.ts';
import type { CellFacts } from './QuoteCell.tsx';
import { QuoteTable } from './QuoteTable.tsx';
import { ASK, BID, MODEL, type QuoteColumn } from './quote-column.ts';

/** The picture and the model's figures are those of the best ask, or of the best bid. */
const shownOf = ({ bids, asks }: StructureRow) => asks[0] ?? bids[0];

export const STRUCTURE_COLUMNS: readonly QuoteColumn<StructureRow>[] = [
  {
    ...{ key: 'structure', head: () => i18n.t('desk.structures'), isName: true },
    ...{ width: 'w-[62%] @min-[30rem]:w-1/2', look: 'ps-2 text-start @min-[30rem]:ps-4' },
    cell: (row) => <Structure row={row} />,
  },
  { key: 'bid', ...BID, quotes: ({ bids }) => bids },
  { key: 'ask', ...ASK, quotes: ({ asks }) => asks },
  {
    ...{
      key: 'delta',
      head: () => i18n.t('desk.delta'),
      why: () => i18n.t('desk.deltaWhy'),
      ...MODEL,
    },
    cell: (row) => {
      const delta = shownOf(row)?.delta;
      return delta === undefined ? '' : deltaText(delta);
    },
  },
  {
    ...{
      key: 'chance',
      head: () => i18n.t('desk.chance'),
      why: () => i18n.t('desk.chanceWhy'),
      ...MODEL,
    },
    cell: (row) => {
      const chance = shownOf(row)?.profitChance;
      return chance === undefined ? '' : chanceText(chance);
    },
  },
];

const keyOf = ({ key }: StructureRow) => key;
const nameOf = ({ product, strikes }: StructureRow) =>
  `${productLabel(product)} ${strikesText(strikes)}`;

/** Products of one expiry with several strikes or with a delivery. */
export function StructureTable(
  props: CellFacts & { rows: readonly StructureRow[]; label: string },
) {
  return (
    <QuoteTable
      {...props}
      {...{ columns: STRUCTURE_COLUMNS, keyOf, nameOf }}
      testId="structures"
      className="min-h-40 flex-1 border-t border-line"
    />
  );
}

function Structure({ row }: { row: StructureRow }) {
  const best = shownOf(row);
  const strikes = strikesText(row.strikes);
  return (
    <span className="flex items-center gap-1 @min-[30rem]:gap-2">
      {best === undefined ? null : (
        <span className="hidden w-18 shrink-0 @min-[40rem]:block">
          <OrderThumbnail outline={best.thumbnail} />
        </span>
      )}
      <span className="min-w-0">
        <span className="block truncate text-sm font-semibold">{productLabel(row.product)}</span>
        <span
          className="block truncate text-xs text-muted @max-[40rem]:text-[0.6875rem] @max-[40rem]:tracking-tight"
          title={strikes}
        >
          {strikes}
        </span>
      </span>
    </span>
  );
}
