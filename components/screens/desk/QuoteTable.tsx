import { memo, type RefObject } from 'react';
import { i18n } from '#i18n';
import type { ChainColumn } from '../../../shared/messages/desk-choices.ts';
import { type CellFacts, QuoteCell } from './QuoteCell.tsx';
import type { OwnContracts, QuoteColumn } from './quote-column.ts';
import { useQuoteRows } from './use-quote-rows.ts';

export interface TableFacts {
  readonly own: OwnContracts;
  readonly hidden: readonly ChainColumn[];
  /** The box that scrolls several tables; by default each table scrolls alone. */
  readonly shared?: RefObject<HTMLElement | null> | undefined;
}

/** Classes of a box that scrolls tables. The tables' heads stay in view. */
export const SCROLLED = 'scroll-pt-12 overflow-y-auto [overflow-anchor:none]';

/** Shows a table of quotes with thousands of rows, of which it renders only the visible ones. */
export function QuoteTable<Row>(
  props: CellFacts &
    TableFacts & {
      label: string;
      testId: string;
      /** Classes of the height of a table that scrolls alone. */
      className: string;
      columns: readonly QuoteColumn<Row>[];
      rows: readonly Row[];
      keyOf: (row: Row) => string | number;
      nameOf: (row: Row) => string;
      marks?: (row: Row) => Readonly<Record<`data-${string}`, string | number>>;
      /** Selects the row that is in the middle at first. Default: the table starts at its top. */
      isMiddle?: (row: Row) => boolean;
      /** True if rows have two lines on a narrow page. */
      isTallWhenNarrow?: boolean;
    },
) {
  const { label, testId, className, rows, keyOf, nameOf, marks, canPay, isLive, picked, onPick } =
    props;
  const { own, shared } = props;
  const facts = { canPay, isLive, picked, onPick };
  const { box, top, columns, quoted, items, size, keys, middle, height } = useQuoteRows({
    ...props,
    shared,
  });
  const isChosen = columns.some(({ choice }) => choice !== undefined);
  const headRows = columns.some(({ side }) => side !== undefined) ? 2 : 1;
  return (
    <div
      ref={box}
      className={`border-line not-first:border-t ${shared === undefined ? `${SCROLLED} ${className}` : 'shrink-0'}`}
      data-testid={testId}
    >
      <table
        onFocus={keys.onFocus}
        onKeyDown={keys.onKeyDown}
        aria-label={label}
        aria-rowcount={rows.length + headRows}
        className="w-full table-fixed border-separate border-spacing-0 text-sm @min-[44rem]:[&_tr>*:last-child]:pe-2"
      >
        <colgroup>
          {columns.map(({ key, width, room }) => (
            // When every column has a width, the columns share the remaining space in proportion.
            <col key={key} {...(isChosen ? { style: { width: room } } : { className: width })} />
          ))}
        </colgroup>
        <thead className="sticky top-0 z-10 bg-ground text-xs text-muted">
          {headRows === 2 ? <Sides columns={columns} /> : null}
          <tr className="*:border-b *:border-line *:py-0.5 *:font-medium">
            {columns.map(({ key, head, why, look }) => (
              <th key={key} scope="col" title={why?.()} className={look}>
                {head()}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Space height={(items[0]?.start ?? top) - top} />
          {items.map(({ index }) => {
            const row = rows[index];
            const stop = quoted.findIndex((_, column) => keys.isStop({ row: index, column }));
            return row === undefined ? null : (
              <Row
                key={keyOf(row)}
                {...facts}
                {...{ columns, row, index, stop, nameOf, marks, own, height }}
                rowIndex={index + headRows + 1}
                isMarked={index === middle}
              />
            );
          })}
          <Space height={size - ((items.at(-1)?.end ?? top) - top)} />
        </tbody>
      </table>
    </div>
  );
}

function Sides({ columns }: { columns: readonly QuoteColumn<never>[] }) {
  const sides: { key: string; side: QuoteColumn<never>['side']; span: number }[] = [];
  for (const { key, side } of columns) {
    const last = sides.at(-1);
    if (last !== undefined && last.side === side) last.span++;
    else sides.push({ key, side, span: 1 });
  }
  return (
    <tr>
      {sides.map(({ key, side, span }) =>
        side === undefined ? (
          <th key={key} aria-hidden colSpan={span} />
        ) : (
          <th key={key} scope="colgroup" colSpan={span} className="pt-1">
            {i18n.t(side)}
          </th>
        ),
      )}
    </tr>
  );
}

type RowProps<Row> = CellFacts & {
  readonly nameOf: (row: Row) => string;
  readonly marks: ((row: Row) => Readonly<Record<`data-${string}`, string | number>>) | undefined;
  readonly columns: readonly QuoteColumn<Row>[];
  readonly own: OwnContracts;
  /** In pixels. */
  readonly height: number;
  readonly row: Row;
  readonly index: number;
  readonly rowIndex: number;
  /** True for the row that is in the middle at first. */
  readonly isMarked: boolean;
  /** Index of the column of quotes that the Tab key reaches; -1 in other rows. */
  readonly stop: number;
};

function PlainRow<Row>(props: RowProps<Row>) {
  const { columns, nameOf, marks, own, height, row, index, rowIndex, isMarked, stop, ...facts } =
    props;
  let quoted = -1;
  return (
    <tr
      {...marks?.(row)}
      aria-rowindex={rowIndex}
      style={{ height }}
      className={`*:border-b *:border-line *:py-0 ${isMarked ? 'bg-accent-soft/60' : ''}`}
    >
      {columns.map(({ key, cell, quotes, look = '', isName }) => {
        if (isName === true)
          return (
            <th key={key} scope="row" aria-label={nameOf(row)} className={`font-normal ${look}`}>
              {cell?.(row, own)}
            </th>
          );
        if (quotes === undefined)
          return (
            <td key={key} className={look}>
              {cell?.(row, own)}
            </td>
          );
        quoted++;
        return (
          <QuoteCell
            key={key}
            {...facts}
            quotes={quotes(row)}
            row={index}
            column={quoted}
            isStop={stop === quoted}
          />
        );
      })}
    </tr>
  );
}

const Row = memo(PlainRow) as typeof PlainRow;

/** Takes the space of rows that aren't rendered. */
function Space({ height }: { height: number }) {
  return height > 0 ? <tr aria-hidden style={{ height }} /> : null;
}
