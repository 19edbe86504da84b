import { memo } from 'react';
import { i18n } from '#i18n';
import type { StrikeRow } from '../../../shared/desk/chain.ts';
import { deltaText, volatilityText } from '../../texts/numbers.ts';
import { strikesText } from '../trade/orders/strike-text.ts';
import { HeadCell, ModelHead } from './HeadCell.tsx';
import { QuoteCell } from './QuoteCell.tsx';
import { type CellFacts, QuoteTable } from './QuoteTable.tsx';
import { COLUMNS, quotesIn } from './quote-columns.ts';

const HEAD_ROWS = 2;
const keyOf = ({ strike }: StrikeRow) => strike;

/** Calls and puts of one expiry: one row for each strike, calls on the left and puts on the right. */
export function StrikeTable(props: CellFacts & { rows: readonly StrikeRow[]; label: string }) {
  const { rows, label, ...facts } = props;
  return (
    <QuoteTable
      label={label}
      testId="strikes"
      className="min-h-40 max-h-[70%] flex-initial only:max-h-full"
      rows={rows}
      keyOf={keyOf}
      columns={COLUMNS.length}
      quotesIn={quotesIn}
      middle={rows.findIndex(({ isAtTheMoney }) => isAtTheMoney)}
      headRows={HEAD_ROWS}
      widths={WIDTHS}
      head={
        <>
          <tr>
            <Side name="desk.calls" />
            <th aria-hidden />
            <Side name="desk.puts" />
          </tr>
          <tr className="*:border-b *:border-line *:pb-1 *:font-medium">
            <ModelHead name="desk.volatility" why="desk.volatilityWhy" />
            <ModelHead name="desk.delta" why="desk.deltaWhy" />
            <HeadCell name="desk.bid" why="desk.bidWhy" />
            <HeadCell name="desk.ask" why="desk.askWhy" />
            <th scope="col">{i18n.t('desk.strike')}</th>
            <HeadCell name="desk.bid" why="desk.bidWhy" />
            <HeadCell name="desk.ask" why="desk.askWhy" />
            <ModelHead name="desk.delta" why="desk.deltaWhy" />
            <ModelHead name="desk.volatility" why="desk.volatilityWhy" />
          </tr>
        </>
      }
    >
      {(row, { index, stop }) => (
        <Strike key={row.strike} {...facts} row={row} index={index} stop={stop} />
      )}
    </QuoteTable>
  );
}

const MODEL = <col className="hidden w-14 @min-[44rem]:table-column" />;

/** Prices have the room that the model's figures and, on a narrow page, the strike don't need. */
const WIDTHS = (
  <colgroup>
    {MODEL}
    {MODEL}
    <col />
    <col />
    <col className="w-15 @min-[30rem]:w-auto" />
    <col />
    <col />
    {MODEL}
    {MODEL}
  </colgroup>
);

/** Spans two columns, and four where the model's figures are shown. */
function Side({ name }: { name: 'desk.calls' | 'desk.puts' }) {
  const text = i18n.t(name);
  return (
    <>
      <th scope="colgroup" colSpan={2} className="pt-2 @min-[44rem]:hidden">
        {text}
      </th>
      <th scope="colgroup" colSpan={4} className="hidden pt-2 @min-[44rem]:table-cell">
        {text}
      </th>
    </>
  );
}

const Strike = memo(function Strike(
  props: CellFacts & {
    row: StrikeRow;
    index: number;
    /** Column of the cell that the Tab key leads to; -1 in other rows. */
    stop: number;
  },
) {
  const { row, index, stop, ...facts } = props;
  const strike = strikesText([row.strike]);
  const cell = (column: number) => (
    <QuoteCell
      {...facts}
      quotes={quotesIn(row, column)}
      row={index}
      column={column}
      isStop={stop === column}
    />
  );
  return (
    <tr
      aria-rowindex={index + HEAD_ROWS + 1}
      className={`h-[45px] *:border-b *:border-line ${row.isAtTheMoney ? 'bg-accent-soft/60' : ''}`}
      data-strike={row.strike}
    >
      <Volatility book={row.calls} />
      <Delta book={row.calls} />
      {cell(0)}
      {cell(1)}
      <th
        scope="row"
        aria-label={row.isAtTheMoney ? `${strike}, ${i18n.t('desk.atTheMoney')}` : strike}
        className="text-center text-sm font-semibold @min-[30rem]:px-1"
      >
        {strike}
        {row.isAtTheMoney ? <AtTheMoney /> : null}
      </th>
      {cell(2)}
      {cell(3)}
      <Delta book={row.puts} />
      <Volatility book={row.puts} />
    </tr>
  );
});

/** Abbreviated where the column is narrow. */
function AtTheMoney() {
  return (
    <span className="block text-xs font-normal whitespace-nowrap text-muted">
      <abbr title={i18n.t('desk.atTheMoney')} className="no-underline @min-[30rem]:hidden">
        {i18n.t('desk.atTheMoneyShort')}
      </abbr>
      <span className="hidden @min-[30rem]:inline">{i18n.t('desk.atTheMoney')}</span>
    </span>
  );
}

/** The model's figures are those of the best ask, or of the best bid. */
const shownOf = ({ bids, asks }: StrikeRow['calls']) => asks[0] ?? bids[0];

function Volatility({ book }: { book: StrikeRow['calls'] }) {
  const volatility = shownOf(book)?.impliedVolatility;
  return (
    <td className="hidden px-1 text-center text-muted @min-[44rem]:table-cell">
      {volatility === undefined ? '' : volatilityText(volatility)}
    </td>
  );
}

function Delta({ book }: { book: StrikeRow['calls'] }) {
  const delta = shownOf(book)?.delta;
  return (
    <td className="hidden px-1 text-center text-muted @min-[44rem]:table-cell">
      {delta === undefined ? '' : deltaText(delta)}
    </td>
  );
}
