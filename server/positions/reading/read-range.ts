import type { Address, Hex } from 'viem';
import { decodeLog, EMITTER_BY_TOPIC } from '../../../shared/positions/decode-log.ts';
import type { TransactionEvents, TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type UnixSeconds, unixSeconds } from '../../../shared/units.ts';
import { type Block, requireBlock } from '../../chain/blocks.ts';
import { type ChainNode, ChainNodeError } from '../../chain/node.ts';
import { type AskLogs, createdOptions, type EmitterLogs } from './ask-logs.ts';
import type { ExpectedLogs } from './expected-logs.ts';
import type { Log } from './read-logs.ts';

/** A block with events of ours, and their number. */
export interface RangeBlock extends Pick<Block, 'number' | 'hash' | 'timestamp'> {
  readonly events: number;
}

/** Everything of ours in a range of blocks. */
export interface Range {
  /** Parent of the first block: must be the last block that was read. */
  readonly parentHash: Hex;
  readonly last: Block;
  readonly transactions: readonly TransactionEvents[];
  /** Blocks with events of ours, in order. */
  readonly blocks: readonly RangeBlock[];
  /** Number of all logs that the node returned. */
  readonly logs: number;
}

export interface RangeReading {
  readonly trusted: TrustedEmitters;
  readonly expected: ExpectedLogs;
  readonly ask: AskLogs;
  /** Options whose events are queried by address. */
  readonly options: () => Promise<readonly Address[]>;
  /**
   * Called for a block whose header indicates events that the node didn't return; true rejects it.
   */
  readonly isDoubtful: (node: ChainNode, block: Block) => boolean;
}

/** Ranges up to this length are read block by block by hash, as always at the head. */
const BY_HASH = 4;
/** Number of headers that are checked on a quiet chain when a range is reported empty. */
const HEADERS_OF_EMPTY = 2_000;

/**
 * Reads the logs of a range from one node and verifies them: the range's ends exist and don't
 * change meanwhile, every log is inside the range in the expected block, and no header indicates
 * missing events. Receipts aren't read.
 * @throws ChainNodeError `odd` when the node contradicts itself, `range` when the range is too large
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
  if (first === undefined || last === undefined)
    throw new RangeError('a range needs at least one block');
  const hashes = requireConsistent(logs, headers, { from, to });
  const ours = logs.filter(isOurs(reading.trusted));
  // Address filters exclude other contracts' events, which headers include.
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
 * Checks that logs are inside the range and name one hash per block, the header's if it is known.
 * @throws ChainNodeError
 */
export function requireConsistent(
  logs: readonly Log[],
  headers: readonly Block[],
  { from, to }: { readonly from: number; readonly to: number },
): Map<number, Hex> {
  const hashes = new Map<number, Hex>(headers.map(({ number, hash }) => [number, hash]));
  for (const log of logs) {
    if (log.block < from || log.block > to)
      throw new ChainNodeError('odd', 'the node returned logs of other blocks than requested');
    const known = hashes.get(log.block) ?? log.blockHash;
    if (known !== log.blockHash)
      throw new ChainNodeError('odd', 'the node returned logs of two versions of a block');
    hashes.set(log.block, known);
  }
  return hashes;
}

/** The response to a request by hash is about that block, or an error. */
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
      throw new ChainNodeError('odd', 'the chain changed while the node was read');
  });
  const answers: EmitterLogs[] = [];
  // In sequence: a later block may have events of an option that an earlier one creates.
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
    throw new ChainNodeError('odd', 'the chain changed while the node was read');
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
    throw new ChainNodeError(
      'odd',
      'the node returned no logs for a block whose header indicates some',
    );
}

/**
 * Returns block numbers strictly between two, evenly spread when there are many; none when all are
 * known.
 */
function between(from: number, to: number, known: number): number[] {
  const inside = to - from + 1 - known;
  const count = Math.min(inside, HEADERS_OF_EMPTY);
  return Array.from({ length: count }, (_, i) => from + 1 + Math.floor((i * inside) / count));
}

/**
 * Returns a filter for our events. Books and factories must be known; any contract may be an
 * option, which is decided when its history is known.
 */
export function isOurs({ books, factories }: TrustedEmitters) {
  return ({ address, topics }: Log): boolean => {
    const side = EMITTER_BY_TOPIC.get(topics[0] ?? '0x');
    if (side === undefined) return true;
    return (side === 'book' ? books : factories).has(address.toLowerCase());
  };
}

/** Returns transactions with our events, in chain order. */
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

/** Returns block times. Newer nodes add them to the logs; for others the headers are read. */
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
