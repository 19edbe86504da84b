import type { Address, Hex } from 'viem';
import { isRecord } from '../../../shared/is-record.ts';
import type { Clock } from '../../../shared/ports.ts';
import { decodeLog } from '../../../shared/positions/decode-log.ts';
import {
  applyTransaction,
  KNOWN_EMITTERS,
  type TransactionEvents,
} from '../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { secondsOf, type UnixSeconds } from '../../../shared/units.ts';

/** Returns the positions that a mined transaction created, from its receipt alone. */
export function positionsOfReceipt(receipt: unknown, clock: Clock, hash: string): PositionRecord[] {
  const events = eventsOfReceipt(receipt, secondsOf(clock.now()), hash);
  return events === undefined
    ? []
    : [...applyTransaction(events, () => undefined, KNOWN_EMITTERS).values()];
}

/**
 * Reads the events of a mined transaction. Returns undefined when the transaction isn't mined or
 * was reverted, or when the receipt belongs to another transaction.
 */
export function eventsOfReceipt(
  receipt: unknown,
  timestamp: UnixSeconds,
  hash: string,
): TransactionEvents | undefined {
  if (!isMined(receipt)) return undefined;
  if (String(receipt.transactionHash).toLowerCase() !== hash.toLowerCase()) return undefined;
  const events = logsOfReceipt(receipt).flatMap((log) => {
    const event = decodeLog(log);
    return event === undefined ? [] : [{ event, logIndex: Number(log.logIndex) }];
  });
  return {
    hash: String(receipt.transactionHash).toLowerCase() as Hex,
    block: Number(receipt.blockNumber),
    timestamp,
    events,
  };
}

/** Returns the well-formed logs of a successful transaction; empty for other receipts. */
export function logsOfReceipt(receipt: unknown): readonly RawLog[] {
  return isMined(receipt) ? wellFormedLogs(receipt.logs) : [];
}

export function wellFormedLogs(logs: readonly unknown[]): readonly RawLog[] {
  return logs.filter(isLog);
}

function isMined(
  receipt: unknown,
): receipt is Record<string, unknown> & { logs: readonly unknown[] } {
  return isRecord(receipt) && receipt.status === '0x1' && Array.isArray(receipt.logs);
}

export interface RawLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: string;
  readonly transactionHash?: unknown;
}

function isLog(log: unknown): log is RawLog {
  return (
    isRecord(log) &&
    typeof log.address === 'string' &&
    typeof log.data === 'string' &&
    typeof log.logIndex === 'string' &&
    Array.isArray(log.topics) &&
    log.topics.every((topic) => typeof topic === 'string')
  );
}
