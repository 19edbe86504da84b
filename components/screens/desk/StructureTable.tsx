import { memo } from 'react';
import { i18n } from '#i18n';
import type { StructureRow } from '../../../shared/desk/chain.ts';
import { chanceText, deltaText } from '../../texts/numbers.ts';
import { productLabel } from '../../texts/product-name.ts';
import { OrderThumbnail } from '../orders/OrderThumbnail.tsx';
import { strikesText } from '../orders/strike-text.ts';
import { HeadCell, ModelHead } from './HeadCell.tsx';
import { QuoteCell } from './QuoteCell.tsx';
import { type CellFacts, QuoteTable } from './QuoteTable.tsx';

const keyOf = ({ key }: StructureRow) => key;
const quotesIn = ({ bids, asks }: StructureRow, column: number) => (column === 0 ? bids : asks);

/** Products of one expiry with several strikes or with a delivery. */
export function StructureTable(
  props: CellFacts & { rows: readonly StructureRow[]; label: string },
) {
  const { rows, label, ...facts } = props;
  return (
    <QuoteTable
      label={label}
      testId="structures"
      className="min-h-40 flex-1 border-t border-line"
      rows={rows}
      keyOf={keyOf}
      columns={2}
      quotesIn={quotesIn}
      middle={-1}
      headRows={1}
      head={
        <tr className="*:border-b *:border-line *:py-1.5 *:font-medium">
          <th scope="col" className="w-[62%] ps-2 text-start @min-[30rem]:w-1/2 @min-[30rem]:ps-4">
            {i18n.t('desk.structures')}
          </th>
          <HeadCell name="desk.bid" why="desk.bidWhy" />
          <HeadCell name="desk.ask" why="desk.askWhy" />
          <ModelHead name="desk.delta" why="desk.deltaWhy" />
          <ModelHead name="desk.chance" why="desk.chanceWhy" />
        </tr>
      }
    >
      {(row, { index, stop }) => (
        <Structure key={row.key} {...facts} row={row} index={index} stop={stop} />
      )}
    </QuoteTable>
  );
}

const Structure = memo(function Structure(
  props: CellFacts & { row: StructureRow; index: number; stop: number },
) {
  const { row, index, stop, ...facts } = props;
  const [name, strikes] = [productLabel(row.product), strikesText(row.strikes)];
  const best = row.asks[0] ?? row.bids[0];
  const cell = (column: number) => (
    <QuoteCell
      {...facts}
      quotes={column === 0 ? row.bids : row.asks}
      row={index}
      column={column}
      isStop={stop === column}
    />
  );
  return (
    <tr aria-rowindex={index + 2} className="h-[45px] *:border-b *:border-line">
      <th
        scope="row"
        aria-label={`${name} ${strikes}`}
        className="ps-2 text-start font-normal @min-[30rem]:ps-4"
      >
        <span className="flex items-center gap-1 @min-[30rem]:gap-2">
          {best === undefined ? null : (
            <span className="hidden w-18 shrink-0 @min-[40rem]:block">
              <OrderThumbnail outline={best.thumbnail} />
            </span>
          )}
          <span className="min-w-0">
            <span className="block truncate text-sm font-semibold">{name}</span>
            <span
              className="block truncate text-xs text-muted @max-[40rem]:text-[0.6875rem] @max-[40rem]:tracking-tight"
              title={strikes}
            >
              {strikes}
            </span>
          </span>
        </span>
      </th>
      {cell(0)}
      {cell(1)}
      <td className="hidden px-1 text-center text-muted @min-[44rem]:table-cell">
        {best?.delta === undefined ? '' : deltaText(best.delta)}
      </td>
      <td className="hidden px-1 text-center text-muted @min-[44rem]:table-cell">
        {best?.profitChance === undefined ? '' : chanceText(best.profitChance)}
      </td>
    </tr>
  );
});
