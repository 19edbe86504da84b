import type { Address, Hex } from 'viem';
import { EVENT_TOPICS } from '../../shared/positions/decode-log.ts';
import { isRecord } from '../../shared/wire/json-values.ts';
import { isHash, parseQuantity, quantity } from '../chain/blocks.ts';
import { type ChainNode, NodeError } from '../chain/node.ts';
import { retry } from '../chain/retry.ts';

/** A log as a node gives it. */
export interface Log {
  readonly address: Address;
  readonly topics: readonly Hex[];
  readonly data: Hex;
  readonly block: number;
  readonly blockHash: Hex;
  readonly tx: Hex;
  readonly logIndex: number;
  readonly timestamp: number | undefined;
}

/** Which blocks: a range, or one by its hash, of which a node has all logs or says that it has none. */
export type LogFilter =
  | { readonly from: number; readonly to: number }
  | { readonly blockHash: Hex };

/** Logs with a first topic of ours, in chain order. @throws NodeError */
export function readLogs(node: ChainNode, which: LogFilter): Promise<Log[]> {
  const blocks =
    'blockHash' in which
      ? { blockHash: which.blockHash }
      : { fromBlock: quantity(which.from), toBlock: quantity(which.to) };
  const filter = { ...blocks, topics: [EVENT_TOPICS] };
  return retry(async () => parseLogs(await node.call('eth_getLogs', [filter])));
}

function parseLogs(answer: unknown): Log[] {
  if (!Array.isArray(answer)) throw new NodeError('odd', 'the node answered no list of logs');
  const logs = answer.map(parseLog);
  return logs.sort((a, b) => a.block - b.block || a.logIndex - b.logIndex);
}

function parseLog(value: unknown): Log {
  const log = isRecord(value) ? value : {};
  const block = parseQuantity(log.blockNumber);
  const logIndex = parseQuantity(log.logIndex);
  const { address, topics, data, blockHash, transactionHash } = log;
  if (block === undefined || logIndex === undefined || !isHash(blockHash)) throw oddLog();
  if (!isHash(transactionHash) || log.removed === true) throw oddLog();
  if (typeof address !== 'string' || !/^0x[0-9a-fA-F]{40}$/.test(address)) throw oddLog();
  if (!Array.isArray(topics) || !topics.every(isHash)) throw oddLog();
  if (typeof data !== 'string' || !/^0x[0-9a-fA-F]*$/.test(data)) throw oddLog();
  return {
    address: address as Address,
    topics,
    data: data as Hex,
    block,
    blockHash,
    tx: transactionHash,
    logIndex,
    timestamp: parseQuantity(log.blockTimestamp),
  };
}

function oddLog(): NodeError {
  return new NodeError('odd', 'the node gave a log that is none');
}
