import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import { middlePrice, type QuoteBook } from '../../../shared/desk/chain.ts';
import type { ChainColumn } from '../../../shared/messages/desk-choices.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { toPrice8 } from '../../../shared/units.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import {
  amountText,
  chanceText,
  deltaText,
  fittingText,
  shortGreek,
  volatilityText,
} from '../../texts/numbers.ts';
import { getUsd } from '../../texts/payments.ts';
import type { OwnContracts, QuoteColumn } from './quote-column.ts';

const FIGURE = 'px-0.5 text-end text-xs text-muted whitespace-nowrap';
const UNKNOWN = '—';

/**
 * Returns the columns of one option: its quotes with the bids on the left, then figures that are
 * computed from the quotes. The most important figure comes first.
 */
export function bookColumns<Row>(
  bookOf: (row: Row) => QuoteBook,
  keysOf: (row: Row) => readonly string[],
  side?: 'desk.calls' | 'desk.puts',
) {
  const column = (name: ChainColumn | 'bid' | 'ask', room: number, key: string = name) => ({
    ...(side === undefined ? { key } : { side, key: `${side} ${key}` }),
    ...{ room, look: FIGURE },
    head: () => i18n.t(`desk.columnHead.${name}`),
    why: () => i18n.t(`desk.columnWhy.${name}`),
  });
  const figure = (
    name: ChainColumn,
    room: number,
    cell: (row: Row, own: OwnContracts) => ReactNode,
  ): QuoteColumn<Row> => ({ ...column(name, room), choice: name, cell });
  /** Model figures belong to the best ask, or to the best bid if there are no asks. */
  const ofShown =
    (of: (row: OrderRow) => number | undefined, write: (value: number) => string) => (row: Row) => {
      const { bids, asks } = bookOf(row);
      const shown = asks[0] ?? bids[0];
      const value = shown && of(shown);
      return value === undefined ? UNKNOWN : write(value);
    };
  const ofBest = (
    name: ChainColumn,
    from: 'bids' | 'asks',
    room: number,
    write: (row: OrderRow) => string | undefined,
  ): QuoteColumn<Row> => ({
    ...column(name, room, `${name} ${from}`),
    choice: name,
    cell: (row) => {
      const [best] = bookOf(row)[from];
      return (best && write(best)) ?? UNKNOWN;
    },
  });
  const price = (name: 'bid' | 'ask', from: 'bids' | 'asks'): QuoteColumn<Row> => ({
    ...column(name, QUOTE_ROOM),
    look: 'pe-1.5 text-end',
    quotes: (row) => bookOf(row)[from],
  });
  const quotes = [
    ofBest('volatility', 'bids', 36, volatilityOf),
    ofBest('size', 'bids', 41, sizeOf),
    price('bid', 'bids'),
    price('ask', 'asks'),
    ofBest('size', 'asks', 41, sizeOf),
    ofBest('volatility', 'asks', 36, volatilityOf),
  ];
  const figures = [
    figure('mark', 56, (row) => {
      const mark = middlePrice(bookOf(row));
      return mark === undefined ? UNKNOWN : getUsd(mark);
    }),
    figure(
      'delta',
      42,
      ofShown(({ delta }) => delta, deltaText),
    ),
    // A table with calls and puts has no room for the probability.
    ...(side === undefined
      ? [
          figure(
            'chance',
            48,
            ofShown(({ profitChance }) => profitChance, chanceText),
          ),
        ]
      : []),
    figure(
      'gamma',
      44,
      ofShown(({ gamma }) => gamma, shortGreek),
    ),
    figure(
      'vega',
      42,
      ofShown(({ vega }) => vega, shortGreek),
    ),
    figure(
      'theta',
      44,
      ofShown(({ theta }) => theta, shortGreek),
    ),
    figure('own', 42, (row, own) => <Own count={sumOf(keysOf(row), own)} />),
  ];
  return { quotes, figures };
}

/** Width in pixels for a price without cents. */
const QUOTE_ROOM = 72;

const sizeOf = ({ available, collateralDecimals }: OrderRow) =>
  fittingText(available, collateralDecimals, { most: 5, fraction: 2 });

const volatilityOf = ({ impliedVolatility }: OrderRow) =>
  impliedVolatility === undefined ? undefined : volatilityText(impliedVolatility);

const sumOf = (keys: readonly string[], own: OwnContracts) =>
  keys.reduce((sum, key) => sum + (own.get(key) ?? 0), 0);

/** Shows the number of contracts that the account holds. A sold number has a minus sign. */
function Own({ count }: { count: number }) {
  const hidden = useHidden();
  if (count === 0) return null;
  const sign = count < 0 ? '−' : '';
  return (
    <span className="font-semibold text-ink">
      {hidden(`${sign}${amountText(toPrice8(Math.abs(count)), 8, 2)}`)}
    </span>
  );
}
