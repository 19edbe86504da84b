import type { Address, Hex } from 'viem';
import { decodeLog, EMITTER_BY_TOPIC } from '../../../shared/positions/decode-log.ts';
import type { TransactionEvents, TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type UnixSeconds, unixSeconds } from '../../../shared/units.ts';
import { type Block, requireBlock } from '../../chain/blocks.ts';
import { type ChainNode, NodeError } from '../../chain/node.ts';
import { type AskLogs, createdOptions, type EmitterLogs } from './ask-logs.ts';
import type { ExpectedLogs } from './expected-logs.ts';
import type { Log } from './read-logs.ts';

/** A block in which something of ours happened, and how many events. */
export interface RangeBlock extends Pick<Block, 'number' | 'hash' | 'timestamp'> {
  readonly events: number;
}

/** Everything of ours that a range of blocks holds. */
export interface Range {
  /** The first block's parent: it must be the block that was read before. */
  readonly parentHash: Hex;
  readonly last: Block;
  readonly transactions: readonly TransactionEvents[];
  /** Blocks in which something of ours happened, in order. */
  readonly blocks: readonly RangeBlock[];
  /** Logs that the node gave, ours and others'. */
  readonly logs: number;
}

export interface RangeReading {
  readonly trusted: TrustedEmitters;
  readonly expected: ExpectedLogs;
  readonly ask: AskLogs;
  /** Options whose events are asked for by address. */
  readonly options: () => Promise<readonly Address[]>;
  /** Told of a block whose header speaks of events that the node does not give; true refuses it. */
  readonly isDoubtful: (node: ChainNode, block: Block) => boolean;
}

/** So few blocks are read one by one by their hashes, as always at the head of the chain. */
const BY_HASH = 4;
/** Headers that a quiet chain is asked for when a whole range is said to hold nothing. */
const HEADERS_OF_EMPTY = 2_000;

/**
 * Reads the logs of a range from one node and makes sure of what can be made sure of: the range's
 * ends exist and are the same before and after, every log lies inside, in the blocks that the ends
 * say, and no header that was read tells of events that are not there. Receipts are never asked for.
 * @throws NodeError `odd` when the node contradicts itself, `range` when it wants smaller questions
 */
export async function readRange(
  node: ChainNode,
  from: number,
  to: number,
  reading: RangeReading,
): Promise<Range> {
  const { headers, logs, hasOptions } =
    to - from < BY_HASH
      ? await readByHash(node, from, to, reading)
      : await readByNumber(node, from, to, reading);
  const first = headers[0];
  const last = headers.at(-1);
  if (first === undefined || last === undefined) throw new RangeError('a range holds a block');
  const hashes = requireConsistent(logs, headers, { from, to });
  const ours = logs.filter(isOurs(reading.trusted));
  // Filters by address leave strangers' events out, of which headers tell too.
  if (hasOptions) await compareWithHeaders(node, ours.length === 0, headers, logs, reading);
  const transactions = await group(node, ours, headers);
  const blocks = new Map<number, RangeBlock>();
  for (const { block: number, timestamp, events } of transactions) {
    const hash = hashes.get(number) ?? last.hash;
    const before = blocks.get(number)?.events ?? 0;
    blocks.set(number, { number, hash, timestamp, events: before + events.length });
  }
  return {
    parentHash: first.parentHash,
    last,
    transactions,
    blocks: [...blocks.values()],
    logs: logs.length,
  };
}

/**
 * Checks that logs lie in the range and name one hash for each block, the header's where it is known.
 * @throws NodeError
 */
export function requireConsistent(
  logs: readonly Log[],
  headers: readonly Block[],
  { from, to }: { readonly from: number; readonly to: number },
): Map<number, Hex> {
  const hashes = new Map<number, Hex>(headers.map(({ number, hash }) => [number, hash]));
  for (const log of logs) {
    if (log.block < from || log.block > to)
      throw new NodeError('odd', 'the node gave logs of other blocks than asked');
    const known = hashes.get(log.block) ?? log.blockHash;
    if (known !== log.blockHash)
      throw new NodeError('odd', 'the node gave logs of two versions of a block');
    hashes.set(log.block, known);
  }
  return hashes;
}

/** An answer to a question by hash is of that block or an error. */
async function readByHash(
  node: ChainNode,
  from: number,
  to: number,
  { ask, options }: RangeReading,
) {
  const headers = await readHeaders(
    node,
    Array.from({ length: to - from + 1 }, (_, i) => from + i),
  );
  headers.forEach(({ parentHash }, i) => {
    const parent = headers[i - 1];
    if (parent !== undefined && parent.hash !== parentHash)
      throw new NodeError('odd', 'the chain changed while the node was read');
  });
  const answers: EmitterLogs[] = [];
  // One after the other: a later block may hold events of an option that an earlier one creates.
  const created: Address[] = [];
  const known = async () => [...(await options()), ...created];
  for (const { hash } of headers) {
    const answer = await ask.all(node, { blockHash: hash }, known);
    if (!answer.hasOptions) created.push(...createdOptions(answer.logs));
    answers.push(answer);
  }
  return {
    headers,
    logs: answers.flatMap(({ logs }) => logs),
    hasOptions: answers.every(({ hasOptions }) => hasOptions),
  };
}

async function readByNumber(
  node: ChainNode,
  from: number,
  to: number,
  { ask, options }: RangeReading,
) {
  const first = await requireBlock(node, from);
  const last = await requireBlock(node, to);
  const { logs, hasOptions } = await ask.all(node, { from, to }, options);
  const again = await requireBlock(node, to);
  if (again.hash !== last.hash)
    throw new NodeError('odd', 'the chain changed while the node was read');
  return { headers: [first, last], logs, hasOptions };
}

async function compareWithHeaders(
  node: ChainNode,
  isEmpty: boolean,
  known: readonly Block[],
  logs: readonly Log[],
  { expected, isDoubtful }: RangeReading,
): Promise<void> {
  const [first] = known;
  const last = known.at(-1);
  const isQuiet = first?.bloom !== undefined && expected.isTelling(first.bloom);
  const more =
    isEmpty && isQuiet && last !== undefined
      ? between(first.number, last.number, known.length)
      : [];
  const headers = [...known, ...(await readHeaders(node, more))];
  const doubtful = headers.filter(
    (block) =>
      block.bloom !== undefined &&
      expected.areMissing(
        block.bloom,
        logs.filter((log) => log.block === block.number),
      ) &&
      isDoubtful(node, block),
  );
  if (doubtful.length > 0)
    throw new NodeError('odd', 'the node gave no logs of a block that tells of some');
}

/** Numbers of blocks strictly between two, evenly spread when there are many; none when all are known. */
function between(from: number, to: number, known: number): number[] {
  const inside = to - from + 1 - known;
  const count = Math.min(inside, HEADERS_OF_EMPTY);
  return Array.from({ length: count }, (_, i) => from + 1 + Math.floor((i * inside) / count));
}

/**
 * Events of books and factories count from the known ones only; any contract may be an option, which
 * is judged when its history is known.
 */
export function isOurs({ books, factories }: TrustedEmitters) {
  return ({ address, topics }: Log): boolean => {
    const side = EMITTER_BY_TOPIC.get(topics[0] ?? '0x');
    if (side === undefined) return true;
    return (side === 'book' ? books : factories).has(address.toLowerCase());
  };
}

/** Transactions with the events that are ours, in chain order. */
export async function group(
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
  for (const block of await readHeaders(node, [...missing]))
    times.set(block.number, block.timestamp);
  return times;
}

const HEADERS_AT_ONCE = 16;

async function readHeaders(node: ChainNode, numbers: readonly number[]): Promise<Block[]> {
  const blocks: Block[] = [];
  for (let at = 0; at < numbers.length; at += HEADERS_AT_ONCE) {
    const part = numbers.slice(at, at + HEADERS_AT_ONCE);
    blocks.push(...(await Promise.all(part.map((number) => requireBlock(node, number)))));
  }
  return blocks;
}
