import type { ReadableStream } from 'node:stream/web';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import type { UnixSeconds } from '../../../shared/units.ts';
import type { SpotPrices } from '../../chain/spot-prices.ts';
import type { DatabaseTarget } from '../../database/target.ts';
import type { IndexerTables } from '../storing/tables.ts';

/** Internal header: number of rows that a route read for a summary. */
export const WALKED = 'x-walked-rows';

export interface ReaderSetup {
  readonly target: DatabaseTarget;
  readonly trusted: TrustedEmitters;
}

export type ToReader =
  | { readonly kind: 'read'; readonly id: number; readonly url: string; readonly now: UnixSeconds }
  | { readonly kind: 'prices'; readonly prices: SpotPrices };

export interface ReaderAnswer {
  readonly kind: 'answer';
  readonly id: number;
  readonly status: number;
  readonly type: string;
  /** Number of rows that were read for a summary, besides the rows in the body. */
  readonly walked: number;
  /** A short body in one piece, or a stream whose pace the client determines. */
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;
}

export type FromReader =
  | ReaderAnswer
  | { readonly kind: 'ask-prices' }
  | { readonly kind: 'unreadable'; readonly table: keyof IndexerTables; readonly key: string }
  | { readonly kind: 'fault'; readonly error: unknown };
