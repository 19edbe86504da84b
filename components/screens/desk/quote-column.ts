import type { ReactNode } from 'react';
import type { OrderRow } from '../../../shared/messages/market.ts';

/** Everything that a table of quotes knows of one column. */
export interface QuoteColumn<Row> {
  readonly key: string;
  readonly head: `desk.${'bid' | 'ask' | 'delta' | 'volatility' | 'chance' | 'strike' | 'structures'}`;
  /** The meaning of its figures, on hover. */
  readonly why?: `desk.${'bid' | 'ask' | 'delta' | 'volatility' | 'chance'}Why`;
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
export const BID = { head: 'desk.bid', why: 'desk.bidWhy', look: 'pe-1.5 text-end' } as const;
export const ASK = { head: 'desk.ask', why: 'desk.askWhy', look: 'pe-1.5 text-end' } as const;
