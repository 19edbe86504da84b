import { implementationAt } from '../../../shared/orders/products.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import type { RollupRow } from './row-schemas.ts';

export const HOUR = 3_600;
export const DAY = 86_400;

/** One position's share in the sums of a period. */
interface Sums {
  positions: number;
  settled: number;
  closed: number;
  exercised: number;
  buyer_wins: number;
  volume: bigint;
  premium: bigint;
  fees: bigint;
  referral_fees: bigint;
}

interface Span {
  readonly level: RollupRow['level'];
  readonly bucket: number;
}

interface Kind {
  readonly source: string;
  readonly product: string;
  readonly token: string;
}

export type RollupChange = Readonly<Sums> & Span & Kind;

/**
 * Collects changes of sums over positions: the new record's share minus the old one's. Undoing a
 * block is the same in reverse, so sums are never recomputed.
 */
export interface RollupChanges {
  replace(before: PositionRecord | undefined, after: PositionRecord | undefined): void;
  /** Returns the changes of hours, days and the total, by key. */
  changes(): ReadonlyMap<string, RollupChange>;
}

export function createRollupChanges(): RollupChanges {
  const hours = createSums();

  function add(position: PositionRecord, sign: 1 | -1): void {
    const kind = kindOf(position);
    const span = (time: number) => ({ level: 'hour', bucket: Math.floor(time / HOUR) }) as const;
    // Trades count at their time, settlements at theirs.
    hours.add({ ...span(position.entry.timestamp), ...kind }, tradeOf(position), sign);
    if (position.close !== undefined)
      hours.add({ ...span(position.close.timestamp), ...kind }, endOf(position), sign);
  }

  return {
    replace(before, after) {
      if (before !== undefined && before.status !== 'pending_init') add(before, -1);
      if (after !== undefined && after.status !== 'pending_init') add(after, 1);
    },
    changes() {
      const all = createSums();
      for (const change of hours.sums.values()) {
        all.add(change, change, 1);
        const day = Math.floor((change.bucket * HOUR) / DAY);
        all.add({ ...change, level: 'day', bucket: day }, change, 1);
        all.add({ ...change, level: 'all', bucket: 0 }, change, 1);
      }
      return all.sums;
    },
  };
}

function createSums() {
  const sums = new Map<string, Sums & Span & Kind>();
  return {
    sums,
    add(where: Span & Kind, part: Partial<Sums>, sign: 1 | -1): void {
      const key = rollupKey(where);
      const { level, bucket, source, product, token } = where;
      const total = sums.get(key) ?? { level, bucket, source, product, token, ...NOTHING };
      addSums(total, part, sign);
      sums.set(key, total);
    },
  };
}

/** Name for unknown products; chain data can't contain it. */
const UNKNOWN_PRODUCT = 'UNKNOWN';

function rollupKey({ level, bucket, source, product, token }: Span & Kind): string {
  return `${level} ${bucket} ${source} ${product} ${token}`;
}

function kindOf(position: PositionRecord): Kind {
  const found = position.implementation && implementationAt(position.implementation);
  const product = found ? found.product.name : UNKNOWN_PRODUCT;
  return { source: position.source, product, token: position.collateralToken };
}

function tradeOf(position: PositionRecord): Partial<Sums> {
  return {
    positions: 1,
    volume: position.collateralAmount,
    premium: position.entryPremium,
    fees: position.entryFeePaid,
    referral_fees: position.referralFeePaid,
  };
}

function endOf({ status, settlement, entryPremium }: PositionRecord): Partial<Sums> {
  if (status !== 'settled') return { closed: 1 };
  const payout = settlement?.payoutBuyer ?? 0n;
  return {
    settled: 1,
    exercised: payout > 0n ? 1 : 0,
    buyer_wins: payout > entryPremium ? 1 : 0,
  };
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
  referral_fees: 0n,
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
  total.referral_fees += factor * (part.referral_fees ?? 0n);
}

/** Adds a change to a stored row; returns undefined when the result is empty. */
export function mergedRollup(
  row: RollupRow | undefined,
  change: RollupChange,
): RollupRow | undefined {
  const { level, bucket, source, product, token } = change;
  const total = { ...NOTHING };
  addSums(total, change, 1);
  if (row !== undefined)
    addSums(
      total,
      {
        ...row,
        volume: BigInt(row.volume),
        premium: BigInt(row.premium),
        fees: BigInt(row.fees),
        referral_fees: BigInt(row.referral_fees),
      },
      1,
    );
  if (total.positions === 0 && total.settled === 0 && total.closed === 0) return undefined;
  const { volume, premium, fees, referral_fees, ...counts } = total;
  return {
    key: rollupKey(change),
    ...{ level, bucket, source, product, token },
    ...counts,
    volume: volume.toString(),
    premium: premium.toString(),
    fees: fees.toString(),
    referral_fees: referral_fees.toString(),
  };
}
