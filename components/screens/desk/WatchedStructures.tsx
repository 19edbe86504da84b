import { i18n } from '#i18n';
import type { WatchedStructure } from '../../../shared/desk/watch.ts';
import { amountText } from '../../texts/numbers.ts';
import { productLabel } from '../../texts/product-name.ts';
import { localTime } from '../../texts/times.ts';
import { HeadCell } from './HeadCell.tsx';
import { QuoteCell } from './QuoteCell.tsx';
import { type CellFacts, QuoteTable } from './QuoteTable.tsx';
import { Star } from './Star.tsx';
import { NoQuotes, WatchedExpiry } from './WatchedCells.tsx';

const keyOf = ({ key }: WatchedStructure) => key;
const quotesOf = ({ quotes }: WatchedStructure, column: number) =>
  (column === 0 ? quotes?.bids : quotes?.asks) ?? [];

/** Watched structures with their best prices. */
export function WatchedStructures(
  props: CellFacts & {
    rows: readonly WatchedStructure[];
    /** Unix seconds. */
    now: number;
  },
) {
  const { rows, now, ...facts } = props;
  return (
    <QuoteTable
      label={i18n.t('watchlist.structures')}
      testId="watched-structures"
      className="rounded-xl border border-line"
      rows={rows}
      keyOf={keyOf}
      columns={2}
      quotesIn={quotesOf}
      middle={-1}
      headRows={1}
      head={
        <tr className="*:border-b *:border-line *:py-1.5 *:font-medium">
          <th scope="col" className="w-1/2 ps-3 text-start">
            {i18n.t('desk.structures')}
          </th>
          <HeadCell name="desk.bid" why="desk.bidWhy" />
          <HeadCell name="desk.ask" why="desk.askWhy" />
        </tr>
      }
    >
      {(row, { index, stop }) => {
        const { key, quotes, ...watched } = row;
        const name = `${row.asset} ${productLabel(row.product)}`;
        const strikes = row.strikes.map((strike) => amountText(BigInt(strike), 8, 8)).join(' · ');
        return (
          <tr
            key={key}
            aria-rowindex={index + 2}
            data-watched={key}
            className="h-[45px] *:border-b *:border-line last:*:border-b-0"
          >
            <th
              scope="row"
              aria-label={`${name} ${strikes}, ${localTime(row.expiry)}`}
              className="py-1 ps-2 text-start font-normal"
            >
              <span className="flex items-center gap-1">
                <Star watched={watched} name={`${name} ${strikes}`} />
                <span className="min-w-0">
                  <span className="block text-sm font-semibold">{name}</span>
                  <span className="block text-xs text-muted">{strikes}</span>
                  <WatchedExpiry expiry={row.expiry} now={now} />
                </span>
              </span>
            </th>
            {quotes === undefined ? (
              <NoQuotes columns={2} expiry={row.expiry} now={now} />
            ) : (
              [quotes.bids, quotes.asks].map((offers, at) => (
                <QuoteCell
                  // The columns never change.
                  key={at === 0 ? 'bid' : 'ask'}
                  {...facts}
                  quotes={offers}
                  row={index}
                  column={at}
                  isStop={stop === at}
                />
              ))
            )}
          </tr>
        );
      }}
    </QuoteTable>
  );
}
