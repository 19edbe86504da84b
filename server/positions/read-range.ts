import type { Address, Hex } from 'viem';
import { decodeLog, EMITTER_BY_TOPIC, EVENT_TOPICS } from '../../shared/positions/decode-log.ts';
import type { TransactionEvents, TrustedEmitters } from '../../shared/positions/from-logs.ts';
import { type UnixSeconds, unixSeconds } from '../../shared/units.ts';
import { isRecord } from '../../shared/wire/json-values.ts';
import { type Block, isHash, parseQuantity, quantity, requireBlock } from '../chain/blocks.ts';
import { type ChainNode, NodeError } from '../chain/node.ts';
import { retry } from '../chain/retry.ts';

/** Everything of ours that a range of blocks holds. */
export interface Range {
  /** The first block's parent: it must be the block that was read before. */
  readonly parentHash: Hex;
  readonly last: Block;
  readonly transactions: readonly TransactionEvents[];
  /** Blocks in which something of ours happened, in order. */
  readonly blocks: readonly Pick<Block, 'number' | 'hash' | 'timestamp'>[];
  /** Logs that the node gave, ours and others'. */
  readonly logs: number;
}

interface Log {
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
 * Reads the logs of a range from one node and makes sure of what can be made sure of: the range's
 * ends exist and are the same before and after, and every log lies inside, in the blocks that the
 * ends say. Receipts are never asked for.
 * @throws NodeError `odd` when the node contradicts itself, `range` when it wants smaller questions
 */
export async function readRange(
  node: ChainNode,
  from: number,
  to: number,
  trusted: TrustedEmitters,
): Promise<Range> {
  const first = await requireBlock(node, from);
  const last = to === from ? first : await requireBlock(node, to);
  const logs = await readLogs(node, from, to);
  const hashes = new Map<number, Hex>([
    [first.number, first.hash],
    [last.number, last.hash],
  ]);
  for (const log of logs) {
    if (log.block < from || log.block > to)
      throw new NodeError('odd', 'the node gave logs of other blocks than asked');
    const known = hashes.get(log.block) ?? log.blockHash;
    if (known !== log.blockHash)
      throw new NodeError('odd', 'the node gave logs of two versions of a block');
    hashes.set(log.block, known);
  }
  const again = await requireBlock(node, to);
  if (again.hash !== last.hash)
    throw new NodeError('odd', 'the chain changed while the node was read');
  const transactions = await group(node, logs.filter(isOurs(trusted)), [first, last]);
  const blocks = new Map(
    transactions.map(({ block, timestamp }) => [
      block,
      { number: block, hash: hashes.get(block) ?? last.hash, timestamp },
    ]),
  );
  return {
    parentHash: first.parentHash,
    last,
    transactions,
    blocks: [...blocks.values()],
    logs: logs.length,
  };
}

function readLogs(node: ChainNode, from: number, to: number): Promise<Log[]> {
  const filter = { fromBlock: quantity(from), toBlock: quantity(to), topics: [EVENT_TOPICS] };
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

/**
 * Events of books and factories count from the known ones only; any contract may be an option, which
 * is judged when its history is known.
 */
function isOurs({ books, factories }: TrustedEmitters) {
  return ({ address, topics }: Log): boolean => {
    const side = EMITTER_BY_TOPIC.get(topics[0] ?? '0x');
    if (side === undefined) return true;
    return (side === 'book' ? books : factories).has(address.toLowerCase());
  };
}

/** Transactions with the events that are ours, in chain order. */
async function group(
  node: ChainNode,
  logs: readonly Log[],
  blocks: readonly Block[],
): Promise<TransactionEvents[]> {
  const ours = logs.flatMap((log) => {
    const event = decodeLog(log);
    return event === undefined ? [] : [{ log, event }];
  });
  const times = await timestamps(
    node,
    ours.map(({ log }) => log),
    blocks,
  );
  const transactions: {
    hash: Hex;
    block: number;
    timestamp: UnixSeconds;
    events: { event: (typeof ours)[number]['event']; logIndex: number }[];
  }[] = [];
  for (const { log, event } of ours) {
    const current = transactions.at(-1);
    const item = { event, logIndex: log.logIndex };
    if (current?.hash === log.tx && current.block === log.block) current.events.push(item);
    else
      transactions.push({
        hash: log.tx,
        block: log.block,
        timestamp: times.get(log.block) ?? unixSeconds(0),
        events: [item],
      });
  }
  return transactions;
}

/** Newer nodes put the block's time into its logs; of the others the headers are read. */
async function timestamps(
  node: ChainNode,
  logs: readonly Log[],
  blocks: readonly Block[],
): Promise<Map<number, UnixSeconds>> {
  const times = new Map(blocks.map(({ number, timestamp }) => [number, timestamp]));
  const missing = new Set<number>();
  for (const { block, timestamp } of logs) {
    if (timestamp !== undefined) times.set(block, unixSeconds(timestamp));
    else if (!times.has(block)) missing.add(block);
  }
  const numbers = [...missing];
  for (let at = 0; at < numbers.length; at += HEADERS_AT_ONCE) {
    const part = numbers.slice(at, at + HEADERS_AT_ONCE);
    for (const block of await Promise.all(part.map((number) => requireBlock(node, number))))
      times.set(block.number, block.timestamp);
  }
  return times;
}

const HEADERS_AT_ONCE = 16;
