import { isPending } from '../../../shared/activity/is-pending.ts';
import type { TransactionFailure, TransactionRecord } from '../../../shared/activity/record.ts';

/** Blocks on top of a transaction after which a reorg is no longer expected. */
export const FINAL_DEPTH = 12n;

export type MinedRecord = Extract<TransactionRecord, { status: 'confirmed' | 'failed' }>;

export function isMined(entry: TransactionRecord): entry is MinedRecord {
  return entry.status === 'confirmed' || entry.status === 'failed';
}

/** Returns true for a transaction that isn't expected to be mined any more. */
export const isGivenUp = ({ status }: TransactionRecord): boolean =>
  status === 'dropped' || status === 'replaced';

/** Returns true for a mined transaction that a reorg could still remove. */
export function isSettling(
  entry: TransactionRecord,
): entry is MinedRecord & { readonly raw: string } {
  return isMined(entry) && entry.block !== undefined && entry.raw !== undefined;
}

/**
 * Returns the transaction, or the transaction that was mined in its place: its speed-up, or the
 * original that it sped up. Undefined for a cancelled transaction, and when another transaction
 * used the nonce.
 */
export function successorOf(
  entry: TransactionRecord,
  find: (id: string) => TransactionRecord | undefined,
  seen: readonly string[] = [],
): TransactionRecord | undefined {
  if (entry.status !== 'replaced') return entry;
  const next = entry.replacedBy === undefined ? undefined : find(entry.replacedBy);
  // Prevents an endless search in stored rows that name each other.
  if (next === undefined || seen.includes(next.id)) return undefined;
  const isSame = isSpeedUpOf(next, entry.id, find) || isSpeedUpOf(entry, next.id, find);
  return isSame ? successorOf(next, find, [...seen, entry.id]) : undefined;
}

function isSpeedUpOf(
  { speedsUp }: TransactionRecord,
  id: string,
  find: (id: string) => TransactionRecord | undefined,
): boolean {
  if (speedsUp === undefined || speedsUp === id) return speedsUp === id;
  const former = find(speedsUp);
  return former !== undefined && isSpeedUpOf(former, id, find);
}

/** Returns the row after the node accepted the bytes. */
export function asSent(row: TransactionRecord): TransactionRecord {
  return isPending(row) ? { ...row, status: 'sent' } : row;
}

interface Mined {
  readonly block: bigint;
  readonly failure?: TransactionFailure | undefined;
  /** In wei. */
  readonly gasCost?: bigint | undefined;
}

/**
 * Returns the row after the transaction was mined or moved to another block. Keeps the bytes until
 * the transaction is final.
 */
export function asMined(row: TransactionRecord, receipt: Mined): TransactionRecord {
  return isPending(row) || isSettling(row)
    ? withReceipt({ ...baseOf(row), raw: row.raw }, receipt)
    : row;
}

/** Returns the row of a transaction that was given up although it was mined and is final. */
export function asFound(row: TransactionRecord, receipt: Mined): TransactionRecord {
  return isGivenUp(row) ? withReceipt(baseOf(row), receipt) : row;
}

function withReceipt(
  row: ReturnType<typeof baseOf> & { readonly raw?: string },
  { block, failure, gasCost }: Mined,
): TransactionRecord {
  const mined = {
    ...row,
    block: block.toString(),
    ...(gasCost === undefined ? {} : { gasCost: gasCost.toString() }),
  };
  return failure === undefined
    ? { ...mined, status: 'confirmed' }
    : { ...mined, status: 'failed', failure };
}

export function asFinal(row: TransactionRecord): TransactionRecord {
  if (!isMined(row)) return row;
  const { raw: _raw, ...final } = row;
  return final;
}

/** Returns the row after a reorg removed the transaction from its block. */
export function asReopened(row: TransactionRecord): TransactionRecord {
  return isSettling(row) ? { ...baseOf(row), status: 'signed', raw: row.raw } : row;
}

/**
 * Returns the row after the node refused the bytes. Drops the request key, because the hash will
 * never exist.
 */
export function asRefused(row: TransactionRecord, text: string): TransactionRecord {
  const { requestKey: _requestKey, ...base } = baseOf(row);
  return { ...base, status: 'failed', failure: { code: 'node refused', text } };
}

export function asDropped(
  row: TransactionRecord,
  failure: TransactionFailure | undefined,
): TransactionRecord {
  return { ...baseOf(row), status: 'dropped', ...(failure === undefined ? {} : { failure }) };
}

export function asReplaced(row: TransactionRecord, replacedBy: string): TransactionRecord {
  return { ...baseOf(row), status: 'replaced', replacedBy };
}

function baseOf(row: TransactionRecord) {
  const { id, kind, at, origin, account, chainId, what, hash } = row;
  const { nonce, genesis, requestKey, isCancel, speedsUp, allowance, receiver, code } = row;
  return {
    ...{ id, kind, at, origin, account, chainId, what, hash },
    ...(nonce === undefined ? {} : { nonce }),
    ...(genesis === undefined ? {} : { genesis }),
    ...(requestKey === undefined ? {} : { requestKey }),
    ...(isCancel === undefined ? {} : { isCancel }),
    ...(speedsUp === undefined ? {} : { speedsUp }),
    ...(allowance === undefined ? {} : { allowance }),
    ...(receiver === undefined ? {} : { receiver }),
    ...(code === undefined ? {} : { code }),
  };
}
