import { i18n } from '#i18n';
import { middlePrice, type QuoteBook } from '../../../shared/desk/chain.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { toPrice8 } from '../../../shared/units.ts';
import { useHidden } from '../../hooks/use-hidden-amounts.ts';
import {
  amountText,
  chanceText,
  columnPriceText,
  deltaText,
  fittingText,
  modelText,
  volatilityText,
} from '../../texts/numbers.ts';
import type { OwnContracts, QuoteColumn } from './quote-column.ts';

/** Classes of a cell with a figure. */
const FIGURE = 'px-0.5 text-end text-xs text-muted whitespace-nowrap';

/** Returns the columns of one option's quotes and of the figures that follow from them. */
export function bookColumns<Row>(
  bookOf: (row: Row) => QuoteBook,
  keysOf: (row: Row) => readonly string[],
  side?: 'desk.calls' | 'desk.puts',
) {
  const base = side === undefined ? {} : { side };
  const keyOf = (name: string) => (side === undefined ? name : `${side} ${name}`);
  /** The model's figures are those of the best ask, or of the best bid. */
  const figure = (
    name: 'delta' | 'gamma' | 'vega' | 'theta' | 'chance',
    room: number,
    of: (row: OrderRow) => number | undefined,
    write: (value: number) => string,
  ): QuoteColumn<Row> => ({
    ...{ ...base, key: keyOf(name), choice: name, room, look: FIGURE },
    head: () => i18n.t(`desk.${name}`),
    why: () => i18n.t(`desk.${name}Why`),
    cell: (row) => {
      const { bids, asks } = bookOf(row);
      const shown = asks[0] ?? bids[0];
      const value = shown && of(shown);
      return value === undefined ? '' : write(value);
    },
  });
  const ofQuote = (
    name: 'volatility' | 'size',
    from: 'bids' | 'asks',
    room: number,
    write: (row: OrderRow) => string | undefined,
  ): QuoteColumn<Row> => ({
    ...{ ...base, key: keyOf(`${name} ${from}`), choice: name, room, look: FIGURE },
    head: () => i18n.t(name === 'size' ? 'desk.left' : 'desk.volatility'),
    why: () => i18n.t(name === 'size' ? 'desk.leftWhy' : 'desk.volatilityWhy'),
    cell: (row) => {
      const [best] = bookOf(row)[from];
      return best === undefined ? '' : (write(best) ?? '');
    },
  });
  const price = (name: 'bid' | 'ask', from: 'bids' | 'asks'): QuoteColumn<Row> => ({
    ...{ ...base, key: keyOf(name), room: QUOTE_ROOM, look: 'pe-1.5 text-end' },
    head: () => i18n.t(`desk.${name}`),
    why: () => i18n.t(`desk.${name}Why`),
    quotes: (row) => bookOf(row)[from],
  });
  return {
    bid: price('bid', 'bids'),
    ask: price('ask', 'asks'),
    bidSize: ofQuote('size', 'bids', 41, sizeOf),
    askSize: ofQuote('size', 'asks', 41, sizeOf),
    bidVolatility: ofQuote('volatility', 'bids', 36, volatilityOf),
    askVolatility: ofQuote('volatility', 'asks', 36, volatilityOf),
    delta: figure('delta', 42, ({ delta }) => delta, deltaText),
    gamma: figure('gamma', 44, ({ gamma }) => gamma, twoDigits),
    vega: figure('vega', 42, ({ vega }) => vega, twoDigits),
    theta: figure('theta', 44, ({ theta }) => theta, twoDigits),
    chance: figure('chance', 48, ({ profitChance }) => profitChance, chanceText),
    mark: {
      ...{ ...base, key: keyOf('mark'), choice: 'mark', room: 56, look: FIGURE },
      head: () => i18n.t('desk.mark'),
      why: () => i18n.t('desk.markWhy'),
      cell: (row) => {
        const mark = middlePrice(bookOf(row));
        return mark === undefined ? '' : columnPriceText(mark);
      },
    },
    own: {
      ...{ ...base, key: keyOf('own'), choice: 'own', room: 42, look: FIGURE },
      head: () => i18n.t('desk.own'),
      why: () => i18n.t('desk.ownWhy'),
      cell: (row, own) => <Own count={sumOf(keysOf(row), own)} />,
    },
  } satisfies Record<string, QuoteColumn<Row>>;
}

/** Pixels of a price without cents. */
const QUOTE_ROOM = 72;

const sizeOf = ({ available, collateralDecimals }: OrderRow) =>
  fittingText(BigInt(available), collateralDecimals, { most: 5, fraction: 2 });

const twoDigits = (value: number) => modelText(value, 2);

const volatilityOf = ({ impliedVolatility }: OrderRow) =>
  impliedVolatility === undefined ? undefined : volatilityText(impliedVolatility);

const sumOf = (keys: readonly string[], own: OwnContracts) =>
  keys.reduce((sum, key) => sum + (own.get(key) ?? 0), 0);

/** Contracts of the account, with a minus sign when it sold them. */
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
