import { i18n } from '#i18n';
import type { WatchedStrike } from '../../../shared/desk/watch.ts';
import { amountText } from '../../texts/numbers.ts';
import { localTime } from '../../texts/times.ts';
import { HeadCell } from './HeadCell.tsx';
import { QuoteCell } from './QuoteCell.tsx';
import { type CellFacts, QuoteTable } from './QuoteTable.tsx';
import { COLUMNS, quotesIn } from './quote-columns.ts';
import { Star } from './Star.tsx';
import { NoQuotes, WatchedExpiry } from './WatchedCells.tsx';

const keyOf = ({ key }: WatchedStrike) => key;
const quotesOf = ({ quotes }: WatchedStrike, column: number) =>
  quotes === undefined ? [] : quotesIn(quotes, column);

/** Watched strikes: calls and puts of one expiry in each row. */
export function WatchedStrikes(
  props: CellFacts & {
    rows: readonly WatchedStrike[];
    /** Unix seconds. */
    now: number;
  },
) {
  const { rows, now, ...facts } = props;
  return (
    <QuoteTable
      label={i18n.t('watchlist.strikes')}
      testId="watched-strikes"
      className="rounded-xl border border-line"
      rows={rows}
      keyOf={keyOf}
      columns={COLUMNS.length}
      quotesIn={quotesOf}
      middle={-1}
      headRows={2}
      head={
        <>
          <tr>
            <th aria-hidden className="w-2/5" />
            <th scope="colgroup" colSpan={2} className="pt-2">
              {i18n.t('desk.calls')}
            </th>
            <th scope="colgroup" colSpan={2} className="pt-2">
              {i18n.t('desk.puts')}
            </th>
          </tr>
          <tr className="*:border-b *:border-line *:pb-1 *:font-medium">
            <th scope="col" className="ps-3 text-start">
              {i18n.t('desk.strike')}
            </th>
            <HeadCell name="desk.bid" why="desk.bidWhy" />
            <HeadCell name="desk.ask" why="desk.askWhy" />
            <HeadCell name="desk.bid" why="desk.bidWhy" />
            <HeadCell name="desk.ask" why="desk.askWhy" />
          </tr>
        </>
      }
    >
      {(row, { index, stop }) => {
        const { key, quotes, ...watched } = row;
        const strike = amountText(BigInt(row.strike), 8, 8);
        const name = i18n.t('watchlist.strikeOf', { asset: row.asset, strike });
        return (
          <tr
            key={key}
            aria-rowindex={index + 3}
            data-watched={key}
            className="h-[45px] *:border-b *:border-line last:*:border-b-0"
          >
            <th
              scope="row"
              aria-label={`${name}, ${localTime(row.expiry)}`}
              className="py-1 ps-2 text-start font-normal"
            >
              <span className="flex items-center gap-1">
                <Star watched={watched} name={name} />
                <span className="min-w-0">
                  <span className="block text-sm font-semibold">{name}</span>
                  <WatchedExpiry expiry={row.expiry} now={now} />
                </span>
              </span>
            </th>
            {quotes === undefined ? (
              <NoQuotes columns={COLUMNS.length} expiry={row.expiry} now={now} />
            ) : (
              COLUMNS.map((column, at) => (
                <QuoteCell
                  key={column}
                  {...facts}
                  quotes={quotesIn(quotes, at)}
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
