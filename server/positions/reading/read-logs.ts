import type { Address, Hex } from 'viem';
import { isRecord } from '../../../shared/wire/json-values.ts';
import { isHash, parseQuantity, quantity } from '../../chain/blocks.ts';
import { type ChainNode, ChainNodeError } from '../../chain/node.ts';
import { retry } from '../../chain/retry.ts';

/** A log as a node returns it. */
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

/**
 * A range of blocks, or one block by its hash. By hash, a node without that block returns an error.
 */
export type LogFilter =
  | { readonly from: number; readonly to: number }
  | { readonly blockHash: Hex };

/** Addresses and first topics of the logs; without addresses, logs of every contract. */
export interface LogSubject {
  readonly addresses?: readonly Address[];
  readonly topics: readonly Hex[];
}

/** Reads matching logs in chain order. @throws ChainNodeError */
export async function readLogs(
  node: ChainNode,
  which: LogFilter,
  { addresses, topics }: LogSubject,
): Promise<Log[]> {
  const blocks =
    'blockHash' in which
      ? { blockHash: which.blockHash }
      : { fromBlock: quantity(which.from), toBlock: quantity(which.to) };
  const filter = {
    ...blocks,
    ...(addresses !== undefined && { address: addresses }),
    topics: [topics],
  };
  const ask = async () => parseLogs(await node.call('eth_getLogs', [filter]));
  // After other failures the caller reduces the range, if it has more than one block.
  const isOneBlock = 'blockHash' in which || which.from === which.to;
  return isOneBlock ? retry(ask) : retry(ask, 'busy');
}

/** Returns a text that is equal for the same log of every node. */
export function logKey({ address, topics, data, block, blockHash, tx, logIndex }: Log): string {
  return [block, logIndex, blockHash, tx, address, ...topics, data].join(' ').toLowerCase();
}

function parseLogs(answer: unknown): Log[] {
  if (!Array.isArray(answer))
    throw new ChainNodeError('odd', 'the node did not return a list of logs', {
      details: { isLogs: true },
    });
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

function oddLog(): ChainNodeError {
  return new ChainNodeError('odd', 'the node returned an invalid log');
}
