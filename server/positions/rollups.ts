import { implementationAt } from '../../shared/orders/products.ts';
import type { Offer, Quotation } from '../../shared/positions/quotation.ts';
import type { PositionRecord } from '../../shared/positions/record.ts';
import type { RollupRow, UserRow } from './tables.ts';

export const HOUR = 3_600;
export const DAY = 86_400;

/** What one position adds to a span of time. */
interface Sums {
  positions: number;
  settled: number;
  closed: number;
  exercised: number;
  buyer_wins: number;
  volume: bigint;
  premium: bigint;
  fees: bigint;
  referralFees: bigint;
}

export interface RollupChange extends Readonly<Sums> {
  readonly level: 'all' | 'day' | 'hour';
  readonly bucket: number;
  readonly source: string;
  readonly product: string;
  readonly token: string;
}

export interface UserChange {
  readonly source: string;
  readonly address: string;
  readonly positions: number;
  readonly firstTime: number;
}

/**
 * Statistics as sums over positions: each position adds what follows from its record alone, so a
 * change is the new record's part less the old one's, and undoing a block is the same the other way
 * round. Nothing is ever counted again from the start.
 */
export interface StatisticsChanges {
  replace(before: PositionRecord | undefined, after: PositionRecord | undefined): void;
  replaceQuotation(before: Quotation | undefined, after: Quotation | undefined): void;
  replaceOffer(before: Offer | undefined, after: Offer | undefined): void;
  /** Changes of counts by name. */
  readonly counts: ReadonlyMap<string, number>;
  readonly rollups: ReadonlyMap<string, RollupChange>;
  readonly users: ReadonlyMap<string, UserChange>;
}

export function createStatisticsChanges(): StatisticsChanges {
  const accumulators = new Map<string, RollupChange & Sums>();
  const users = new Map<string, UserChange>();
  const counts = new Map<string, number>();

  function count(name: string, change: number): void {
    counts.set(name, (counts.get(name) ?? 0) + change);
  }

  function addQuotation({ status, created, updated }: Quotation, sign: 1 | -1): void {
    count(`quotations ${status}`, sign);
    if (status === 'settled')
      count('quotation seconds', sign * (updated.timestamp - created.timestamp));
  }

  /** One object for each key takes all additions: this runs for every position of a backfill. */
  function accumulator(change: Omit<RollupChange, keyof Sums>): Sums {
    const key = rollupKey(change);
    const known = accumulators.get(key);
    if (known !== undefined) return known;
    const fresh = { ...change, ...NOTHING };
    accumulators.set(key, fresh);
    return fresh;
  }

  function add(position: PositionRecord, sign: 1 | -1): void {
    for (const { time, sums } of contributions(position))
      for (const span of spansAt(time))
        addSums(accumulator({ ...span, ...dimensionsOf(position) }), sums, sign);
    for (const address of new Set([position.buyer, position.seller]))
      for (const source of ['all', position.source]) {
        const key = userKey(source, address);
        const time = position.entry.timestamp;
        const known = users.get(key);
        users.set(key, {
          source,
          address,
          positions: (known?.positions ?? 0) + sign,
          firstTime: Math.min(known?.firstTime ?? time, time),
        });
      }
  }

  return {
    replace(before, after) {
      if (before !== undefined && before.status !== 'pending_init') add(before, -1);
      if (after !== undefined && after.status !== 'pending_init') add(after, 1);
    },
    replaceQuotation(before, after) {
      if (before !== undefined) addQuotation(before, -1);
      if (after !== undefined) addQuotation(after, 1);
    },
    replaceOffer(before, after) {
      count('offers', (after === undefined ? 0 : 1) - (before === undefined ? 0 : 1));
    },
    rollups: accumulators,
    users,
    counts,
  };
}

/** A name that no chain data can collide with, for products that are not known (yet). */
export const UNKNOWN_PRODUCT = 'UNKNOWN';

export function rollupKey({
  level,
  bucket,
  source,
  product,
  token,
}: Omit<RollupChange, keyof Sums>): string {
  return `${level} ${bucket} ${source} ${product} ${token}`;
}

export function userKey(source: string, address: string): string {
  return `${source} ${address}`;
}

function dimensionsOf(position: PositionRecord) {
  const found = position.implementation && implementationAt(position.implementation);
  const product = found ? found.product.name : UNKNOWN_PRODUCT;
  return { source: position.source, product, token: position.collateralToken };
}

function spansAt(time: number) {
  return [
    { level: 'all', bucket: 0 },
    { level: 'day', bucket: Math.floor(time / DAY) },
    { level: 'hour', bucket: Math.floor(time / HOUR) },
  ] as const;
}

/** Trades count when they were made, settlements when they happened. */
function contributions(position: PositionRecord): { time: number; sums: Partial<Sums> }[] {
  const trade = {
    positions: 1,
    volume: position.collateralAmount,
    premium: position.entryPremium,
    fees: position.entryFeePaid,
    referralFees: position.referralFeePaid,
  };
  const parts: { time: number; sums: Partial<Sums> }[] = [
    { time: position.entry.timestamp, sums: trade },
  ];
  const { close, settlement } = position;
  if (close === undefined) return parts;
  const payout = settlement?.payoutBuyer ?? 0n;
  const isSettled = position.status === 'settled';
  const end = {
    settled: isSettled ? 1 : 0,
    closed: isSettled ? 0 : 1,
    exercised: isSettled && payout > 0n ? 1 : 0,
    buyer_wins: isSettled && payout > position.entryPremium ? 1 : 0,
  };
  return [...parts, { time: close.timestamp, sums: end }];
}

const NOTHING: Sums = {
  positions: 0,
  settled: 0,
  closed: 0,
  exercised: 0,
  buyer_wins: 0,
  volume: 0n,
  premium: 0n,
  fees: 0n,
  referralFees: 0n,
};

function addSums(total: Sums, part: Partial<Sums>, sign: 1 | -1): void {
  total.positions += sign * (part.positions ?? 0);
  total.settled += sign * (part.settled ?? 0);
  total.closed += sign * (part.closed ?? 0);
  total.exercised += sign * (part.exercised ?? 0);
  total.buyer_wins += sign * (part.buyer_wins ?? 0);
  const factor = BigInt(sign);
  total.volume += factor * (part.volume ?? 0n);
  total.premium += factor * (part.premium ?? 0n);
  total.fees += factor * (part.fees ?? 0n);
  total.referralFees += factor * (part.referralFees ?? 0n);
}

/** A stored row with a change added; undefined when nothing is left of it. */
export function mergedRollup(
  row: RollupRow | undefined,
  change: RollupChange,
): RollupRow | undefined {
  const merged: RollupRow = {
    key: rollupKey(change),
    level: change.level,
    bucket: change.bucket,
    source: change.source,
    product: change.product,
    token: change.token,
    positions: (row?.positions ?? 0) + change.positions,
    settled: (row?.settled ?? 0) + change.settled,
    closed: (row?.closed ?? 0) + change.closed,
    exercised: (row?.exercised ?? 0) + change.exercised,
    buyer_wins: (row?.buyer_wins ?? 0) + change.buyer_wins,
    volume: (BigInt(row?.volume ?? 0) + change.volume).toString(),
    premium: (BigInt(row?.premium ?? 0) + change.premium).toString(),
    fees: (BigInt(row?.fees ?? 0) + change.fees).toString(),
    referral_fees: (BigInt(row?.referral_fees ?? 0) + change.referralFees).toString(),
  };
  const isEmpty = merged.positions === 0 && merged.settled === 0 && merged.closed === 0;
  return isEmpty ? undefined : merged;
}

/** Like `mergedRollup`, for users. */
export function mergedUser(row: UserRow | undefined, change: UserChange): UserRow | undefined {
  const positions = (row?.positions ?? 0) + change.positions;
  if (positions <= 0) return undefined;
  return {
    key: userKey(change.source, change.address),
    source: change.source,
    positions,
    first_time: Math.min(row?.first_time ?? change.firstTime, change.firstTime),
  };
}
