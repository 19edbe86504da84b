import { i18n } from '#i18n';
import type { StrikeRow } from '../../../shared/desk/chain.ts';
import { strikesText } from '../trade/orders/strike-text.ts';
import { bookColumns } from './book-columns.tsx';
import type { CellFacts } from './QuoteCell.tsx';
import { QuoteTable, type TableFacts } from './QuoteTable.tsx';
import type { QuoteColumn } from './quote-column.ts';

const calls = bookColumns(
  (row: StrikeRow) => row.calls,
  ({ strike }) => [`call ${strike}`],
  'desk.calls',
);
const puts = bookColumns(
  (row: StrikeRow) => row.puts,
  ({ strike }) => [`put ${strike}`],
  'desk.puts',
);

/** The columns in order: quotes of both sides next to the strikes, figures further outside. */
export const STRIKE_COLUMNS: readonly QuoteColumn<StrikeRow>[] = [
  ...calls.figures.toReversed(),
  ...calls.quotes,
  {
    ...{ key: 'strike', head: () => i18n.t('desk.strike'), isName: true },
    // The strike is narrow on a narrow page, so that the prices have more room.
    ...{ room: 62, width: 'w-15 @min-[30rem]:w-18', look: 'text-center' },
    cell: (row) => <Strike row={row} />,
  },
  ...puts.quotes,
  ...puts.figures,
];

const keyOf = ({ strike }: StrikeRow) => strike;
const nameOf = ({ strike, isAtTheMoney }: StrikeRow) =>
  isAtTheMoney ? `${strikesText([strike])}, ${i18n.t('desk.atTheMoney')}` : strikesText([strike]);
const marks = ({ strike }: StrikeRow) => ({ 'data-strike': strike });
const isAtTheMoney = (row: StrikeRow) => row.isAtTheMoney;

/** Shows the calls and puts of one expiry, one row for each strike, with calls on the left. */
export function StrikeTable(
  props: CellFacts & TableFacts & { rows: readonly StrikeRow[]; label: string },
) {
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

/** Shows the strike, and below it a short mark for "at the money". */
function Strike({ row }: { row: StrikeRow }) {
  return (
    <span className="block text-xs leading-none font-semibold @min-[30rem]:text-sm @min-[30rem]:leading-none">
      {strikesText([row.strike])}
      {row.isAtTheMoney ? (
        <abbr
          title={i18n.t('desk.atTheMoney')}
          className="block text-[0.625rem] leading-none font-normal text-muted no-underline"
        >
          {i18n.t('desk.atTheMoneyShort')}
        </abbr>
      ) : null}
    </span>
  );
}
