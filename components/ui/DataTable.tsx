import type { ReactNode, Ref } from 'react';

interface Column<Row> {
  readonly key: string;
  /** Empty for a column without a heading. */
  readonly head: ReactNode;
  /** Explanation of the figures, on hover. */
  readonly why?: string;
  readonly cell: (row: Row) => ReactNode;
  /** The exact form of a cell, on hover. */
  readonly exact?: (row: Row) => string | undefined;
  /** Classes of the cells, such as a tone. */
  readonly look?: string | ((row: Row) => string);
  /** True for text, which is aligned to the start of the line. Figures are aligned to the end. */
  readonly isText?: boolean;
}

/** Shows a table with few rows. The first column names the row. */
export function DataTable<Row>(props: {
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** Visible name of the table. A table without a caption needs a `label`. */
  caption?: string;
  label?: string;
  className?: string;
  testId?: string | undefined;
  marks?: (row: Row) => Readonly<Record<`data-${string}`, string>>;
  ref?: Ref<HTMLTableElement>;
}) {
  const { columns, rows } = props;
  return (
    <table
      ref={props.ref}
      aria-label={props.label}
      data-testid={props.testId}
      className={`w-full ${props.className ?? 'text-sm'}`}
    >
      {props.caption === undefined ? null : (
        <caption className="pb-1 text-start text-sm font-semibold">{props.caption}</caption>
      )}
      <thead className="text-xs text-muted">
        <tr className="*:py-1 *:align-bottom *:font-medium">
          {columns.map(({ key, head, why, isText }, index) =>
            head === '' ? (
              <td key={key} />
            ) : (
              <th key={key} scope="col" title={why} className={place(index, isText)}>
                {head}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr
            key={props.keyOf(row)}
            {...props.marks?.(row)}
            className="*:border-t *:border-line *:py-1.5 *:align-top"
          >
            {columns.map((column, index) => (
              <Cell key={column.key} column={column} row={row} index={index} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell<Row>({ column, row, index }: { column: Column<Row>; row: Row; index: number }) {
  const { cell, exact, isText, look = '' } = column;
  const own = typeof look === 'string' ? look : look(row);
  const shown = { title: exact?.(row), className: `${place(index, isText)} ${own}` };
  if (index > 0) return <td {...shown}>{cell(row)}</td>;
  return (
    <th scope="row" {...shown} className={`font-normal ${shown.className}`}>
      {cell(row)}
    </th>
  );
}

function place(index: number, isText: boolean | undefined): string {
  return `${index === 0 ? '' : 'ps-3'} ${index === 0 || isText === true ? 'text-start' : 'text-end'}`;
}
