import { i18n } from '#i18n';
import type { StrikeRow } from '../../../shared/desk/chain.ts';
import { deltaText, volatilityText } from '../../texts/numbers.ts';
import { strikesText } from '../trade/orders/strike-text.ts';
import type { CellFacts } from './QuoteCell.tsx';
import { QuoteTable } from './QuoteTable.tsx';
import { ASK, BID, MODEL, type QuoteColumn } from './quote-column.ts';

const CALLS = { side: 'desk.calls', bookOf: ({ calls }: StrikeRow) => calls } as const;
const PUTS = { side: 'desk.puts', bookOf: ({ puts }: StrikeRow) => puts } as const;

/** The model's figures are those of the best ask, or of the best bid. */
const shownOf = ({ bids, asks }: StrikeRow['calls']) => asks[0] ?? bids[0];

const bid = ({ side, bookOf }: typeof CALLS | typeof PUTS): QuoteColumn<StrikeRow> => ({
  ...{ key: `${side} bid`, side, ...BID },
  quotes: (row) => bookOf(row).bids,
});

const ask = ({ side, bookOf }: typeof CALLS | typeof PUTS): QuoteColumn<StrikeRow> => ({
  ...{ key: `${side} ask`, side, ...ASK },
  quotes: (row) => bookOf(row).asks,
});

const delta = ({ side, bookOf }: typeof CALLS | typeof PUTS): QuoteColumn<StrikeRow> => ({
  ...{
    key: `${side} delta`,
    side,
    head: () => i18n.t('desk.delta'),
    why: () => i18n.t('desk.deltaWhy'),
    ...MODEL,
  },
  cell: (row) => textOf(shownOf(bookOf(row))?.delta, deltaText),
});

const volatility = ({ side, bookOf }: typeof CALLS | typeof PUTS): QuoteColumn<StrikeRow> => ({
  ...{
    key: `${side} volatility`,
    side,
    head: () => i18n.t('desk.volatility'),
    why: () => i18n.t('desk.volatilityWhy'),
  },
  ...MODEL,
  cell: (row) => textOf(shownOf(bookOf(row))?.impliedVolatility, volatilityText),
});

export const STRIKE_COLUMNS: readonly QuoteColumn<StrikeRow>[] = [
  ...[volatility(CALLS), delta(CALLS), bid(CALLS), ask(CALLS)],
  {
    ...{ key: 'strike', head: () => i18n.t('desk.strike'), isName: true },
    // Prices have the room that the strike doesn't need on a narrow page.
    ...{ width: 'w-15 @min-[30rem]:w-auto', look: 'text-center' },
    cell: (row) => <Strike row={row} />,
  },
  ...[bid(PUTS), ask(PUTS), delta(PUTS), volatility(PUTS)],
];

const keyOf = ({ strike }: StrikeRow) => strike;
const nameOf = ({ strike, isAtTheMoney }: StrikeRow) =>
  isAtTheMoney ? `${strikesText([strike])}, ${i18n.t('desk.atTheMoney')}` : strikesText([strike]);
const marks = ({ strike }: StrikeRow) => ({ 'data-strike': strike });
const isAtTheMoney = (row: StrikeRow) => row.isAtTheMoney;

/** Calls and puts of one expiry: one row for each strike, calls on the left and puts on the right. */
export function StrikeTable(props: CellFacts & { rows: readonly StrikeRow[]; label: string }) {
  return (
    <QuoteTable
      {...props}
      {...{ columns: STRIKE_COLUMNS, keyOf, nameOf, marks }}
      testId="strikes"
      className="min-h-40 max-h-[70%] flex-initial only:max-h-full"
      isMiddle={isAtTheMoney}
    />
  );
}

const textOf = (figure: number | undefined, write: (figure: number) => string) =>
  figure === undefined ? '' : write(figure);

/** The strike; "at the money" is abbreviated where the column is narrow. */
function Strike({ row }: { row: StrikeRow }) {
  return (
    <span className="text-sm font-semibold">
      {strikesText([row.strike])}
      {row.isAtTheMoney ? (
        <span className="block text-xs font-normal whitespace-nowrap text-muted">
          <abbr title={i18n.t('desk.atTheMoney')} className="no-underline @min-[30rem]:hidden">
            {i18n.t('desk.atTheMoneyShort')}
          </abbr>
          <span className="hidden @min-[30rem]:inline">{i18n.t('desk.atTheMoney')}</span>
        </span>
      ) : null}
    </span>
  );
}
