import type { Address, Hex } from 'viem';
import { isRecord } from '../../../shared/messages/page.ts';
import type { Clock } from '../../../shared/ports.ts';
import { positionsFromLogs } from '../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { unixSeconds } from '../../../shared/units.ts';

/** The positions that a mined transaction made, by its receipt alone. */
export function positionsOfReceipt(receipt: unknown, clock: Clock): PositionRecord[] {
  if (!isRecord(receipt) || !Array.isArray(receipt.logs)) return [];
  const logs = receipt.logs
    .filter(isLog)
    .map((log) => ({ ...log, logIndex: Number(log.logIndex) }));
  return positionsFromLogs(logs, {
    hash: String(receipt.transactionHash) as Hex,
    block: Number(receipt.blockNumber),
    timestamp: unixSeconds(Math.floor(clock.now() / 1000)),
  });
}

interface RawLog {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly logIndex: string;
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
