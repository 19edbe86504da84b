import type { ReactNode } from 'react';
import { CHAIN_COLUMNS, type ChainColumn } from '../../../shared/messages/desk-choices.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';

export interface QuoteColumn<Row> {
  readonly key: string;
  readonly head: () => string;
  /** Explanation of the figures, on hover. */
  readonly why?: () => string;
  /** Heading that neighbouring columns with the same `side` share. */
  readonly side?: 'desk.calls' | 'desk.puts';
  /** Quotes of a cell, the best first. The cell is a button that chooses the best quote. */
  readonly quotes?: (row: Row) => readonly OrderRow[];
  /** Content of a cell in a column without `quotes`. */
  readonly cell?: (row: Row, own: OwnContracts) => ReactNode;
  /** True for the column whose cells name the row. */
  readonly isName?: boolean;
  /** The user's choice that shows the column. Columns without a choice are always shown. */
  readonly choice?: ChainColumn;
  /**
   * Pixels that the column needs. The number is exact for a column that the user can choose. The
   * other columns share the remaining width.
   */
  readonly room: number;
  /** Class for the width of a column without a choice. */
  readonly width?: string;
  /** Classes of the head and the cells. */
  readonly look?: string;
}

/** The account's contracts by `optionKey`: positive when bought, negative when sold. */
export type OwnContracts = ReadonlyMap<string, number>;

/**
 * Returns the columns that fit a table of this width: all columns without a choice, and as many
 * chosen columns as possible, in the order of `CHAIN_COLUMNS`.
 * @param width pixels
 */
export function fittingColumns<Row>(
  columns: readonly QuoteColumn<Row>[],
  width: number,
  hidden: readonly ChainColumn[],
): readonly QuoteColumn<Row>[] {
  const roomOf = (choice: ChainColumn | undefined) =>
    columns.reduce((sum, one) => (one.choice === choice ? sum + one.room : sum), 0);
  let left = width - roomOf(undefined);
  const shown = new Set<ChainColumn>();
  for (const choice of CHAIN_COLUMNS) {
    const room = roomOf(choice);
    if (hidden.includes(choice) || room > left) continue;
    shown.add(choice);
    left -= room;
  }
  return columns.filter(({ choice }) => choice === undefined || shown.has(choice));
}

/** Returns the columns' names with their explanations, without duplicates. */
export function meaningsOf(columns: readonly QuoteColumn<never>[]): [name: string, why: string][] {
  const named = columns.flatMap(({ head, why }): [string, string][] =>
    why === undefined ? [] : [[head(), why()]],
  );
  return [...new Map(named)];
}
