import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import type { OrderRow } from '../../../shared/messages/market.ts';

/** Everything that a table of quotes knows of one column. */
export interface QuoteColumn<Row> {
  readonly key: string;
  readonly head: () => string;
  /** The meaning of its figures, on hover. */
  readonly why?: () => string;
  /** Heading above this column and its neighbours with the same one. */
  readonly side?: 'desk.calls' | 'desk.puts';
  /** Quotes of a cell, best first: the cell is a button with the best one. */
  readonly quotes?: (row: Row) => readonly OrderRow[];
  /** Contents of a cell without quotes. */
  readonly cell?: (row: Row) => ReactNode;
  /** Names the row. */
  readonly isName?: boolean;
  /** Width of the narrowest table that shows the column, in pixels. */
  readonly from?: number;
  /** Class of its width; columns without one share what is left. */
  readonly width?: string;
  /** Classes of the head and the cells. */
  readonly look?: string;
}

/** Width of a table that has room for the model's figures, in pixels. */
const WIDE = 704;

/** Facts of a column of the model's figures. */
export const MODEL = { from: WIDE, width: 'w-14', look: 'px-1 text-center text-muted' } as const;

/** Facts of the columns of quotes. */
export const BID = {
  head: () => i18n.t('desk.bid'),
  why: () => i18n.t('desk.bidWhy'),
  look: 'pe-1.5 text-end',
} as const;
export const ASK = {
  head: () => i18n.t('desk.ask'),
  why: () => i18n.t('desk.askWhy'),
  look: 'pe-1.5 text-end',
} as const;

/** Returns the names of columns with their meanings, each once. */
export function meaningsOf(columns: readonly QuoteColumn<never>[]): [name: string, why: string][] {
  const named = columns.flatMap(({ head, why }): [string, string][] =>
    why === undefined ? [] : [[head(), why()]],
  );
  return [...new Map(named)];
}
