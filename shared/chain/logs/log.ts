import type { Address, Hex } from 'viem';
import { isRecord } from '../../is-record.ts';
import type { Wait } from '../../ports.ts';
import { type ChainNode, ChainNodeError } from './chain-node.ts';
import { isHash, parseQuantity, quantity } from './quantity.ts';
import { retryWith } from './retry.ts';

/** Blocks from `from` to `to`, both included. */
export interface BlockRange {
  readonly from: number;
  readonly to: number;
}

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

/** A range of blocks, or one block by its hash. A node without that block returns an error. */
export type LogBlocks = BlockRange | { readonly blockHash: Hex };

/**
 * Addresses and topics in the form of `eth_getLogs`. Without addresses, logs of all contracts
 * match.
 */
export interface LogFilter {
  readonly address?: readonly string[];
  readonly topics: readonly (readonly string[] | string | null)[];
}

/**
 * Reads matching logs in chain order, in as many requests as the node's limit of addresses
 * requires. Retries when the node is busy. A request for a single block is also retried after other
 * failures.
 * @throws ChainNodeError
 */
export async function readLogs(
  node: ChainNode,
  which: LogBlocks,
  { address, topics }: LogFilter,
  wait: Wait,
): Promise<Log[]> {
  const isOneBlock = 'blockHash' in which || which.from === which.to;
  const blocks =
    'blockHash' in which ? which : { fromBlock: quantity(which.from), toBlock: quantity(which.to) };
  const ask = (some?: readonly string[]) =>
    retryWith(
      wait,
      async () =>
        parseLogs(
          await node.call('eth_getLogs', [{ ...blocks, ...(some && { address: some }), topics }]),
        ),
      isOneBlock ? undefined : 'busy',
    );
  if (address === undefined) return ask();
  const { limits } = node;
  const found: Log[] = [];
  for (let rest = address; rest.length > 0; ) {
    const part = rest.slice(0, limits.addresses);
    try {
      found.push(...(await ask(part)));
      rest = rest.slice(part.length);
    } catch (error) {
      const isLimit = error instanceof ChainNodeError && error.code === 'addresses';
      if (!isLimit || part.length === 1) throw error;
      limits.refuseAddresses(part.length, error.details.limit);
    }
  }
  return inOrder(found);
}

export function inOrder(logs: readonly Log[]): Log[] {
  return logs.toSorted((a, b) => a.block - b.block || a.logIndex - b.logIndex);
}

export function keysOf(logs: readonly Log[]): ReadonlySet<string> {
  return new Set(logs.map(logKey));
}

/** Returns a text that is equal for the same log at every node. */
export function logKey({ address, topics, data, block, blockHash, tx, logIndex }: Log): string {
  return [block, logIndex, blockHash, tx, address, ...topics, data].join(' ').toLowerCase();
}

function parseLogs(answer: unknown): Log[] {
  if (!Array.isArray(answer))
    throw new ChainNodeError('odd', 'the node did not return a list of logs', {
      details: { isLogs: true },
    });
  return inOrder(answer.map(parseLog));
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
