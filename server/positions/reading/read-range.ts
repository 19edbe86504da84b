import type { Address, Hex } from 'viem';
import { type ChainNode, ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import { keysOf, type Log } from '../../../shared/chain/logs/log.ts';
import { decodeLog, EMITTER_BY_TOPIC } from '../../../shared/positions/decode-log.ts';
import type { TransactionEvents, TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type UnixSeconds, unixSeconds } from '../../../shared/units.ts';
import { type Block, requireBlock } from '../../chain/blocks.ts';
import { type AskLogs, createdOptions, isOptionLog, ofOptions } from './ask-logs.ts';
import { eventDigest } from './event-digest.ts';

/** A block with our events. */
export interface RangeBlock extends Pick<Block, 'number' | 'hash' | 'timestamp'> {
  /** Digest of the events, to compare readings; 0 if no event comes from a known contract. */
  readonly digest: number;
}

export interface Range {
  /** Hash of the first block's parent. This parent must be the last block that was read before. */
  readonly parentHash: Hex;
  readonly last: Block;
  readonly transactions: readonly TransactionEvents[];
  /** Blocks with our events, in order. */
  readonly blocks: readonly RangeBlock[];
  /** Identities of the logs that every honest node must return. */
  readonly keys: ReadonlySet<string>;
  /** All logs that the node returned. */
  readonly logs: readonly Log[];
}

export interface RangeReading {
  readonly trusted: TrustedEmitters;
  readonly ask: AskLogs;
  /** Options whose events are queried by address. */
  readonly options: () => Promise<readonly Address[]>;
}

/**
 * Maximum length of a range whose blocks are read one by one, by hash. Ranges at the head are this
 * short.
 */
const BY_HASH = 4;

/**
 * Reads the logs of a range from one node. Verifies that the ends of the range exist and don't
 * change during the read, and that every log is in the range and in the expected block. Receipts
 * aren't read.
 * @throws ChainNodeError `odd` when the node contradicts itself, `range` when the range is too
 * large
 */
export async function readRange(
  node: ChainNode,
  from: number,
  to: number,
  reading: RangeReading,
): Promise<Range> {
  const { headers, logs } =
    to - from < BY_HASH
      ? await readByHash(node, from, to, reading)
      : await readByNumber(node, from, to, reading);
  const first = headers[0];
  const last = headers.at(-1);
  if (first === undefined || last === undefined)
    throw new RangeError('a range needs at least one block');
  const hashes = ensureConsistent(logs, headers, { from, to });
  const ours = logs.filter(isOurs(reading.trusted)).filter((log) => decodeLog(log) !== undefined);
  const transactions = await group(node, ours, headers);
  const comparable = await comparableLogs(ours, reading.options);
  const digests = new Map(
    [...Map.groupBy(comparable, ({ block }) => block)].map(([block, of]) => [
      block,
      eventDigest(of),
    ]),
  );
  const blocks = new Map<number, RangeBlock>();
  for (const { block: number, timestamp } of transactions) {
    const hash = hashes.get(number) ?? last.hash;
    blocks.set(number, { number, hash, timestamp, digest: digests.get(number) ?? 0 });
  }
  return {
    parentHash: first.parentHash,
    last,
    transactions,
    blocks: [...blocks.values()],
    keys: keysOf(comparable),
    logs,
  };
}

/** Leaves out logs of unknown contracts, which a node that requires addresses doesn't return. */
async function comparableLogs(
  logs: readonly Log[],
  options: () => Promise<readonly Address[]>,
): Promise<readonly Log[]> {
  const created = new Set(createdOptions(logs));
  const areKnown = logs.every(
    (log) => !isOptionLog(log) || created.has(log.address.toLowerCase() as Address),
  );
  if (areKnown) return logs;
  return ofOptions(logs, new Set([...(await options()), ...created]));
}

/**
 * Checks that logs are in the range, and that all logs of a block name the same hash: the header's,
 * if the header is known.
 * @throws ChainNodeError
 */
export function ensureConsistent(
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

/** A request by hash returns the logs of that block, or an error. */
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
  const logs: Log[] = [];
  // Read in order, because a later block may have events of an option that an earlier block has
  // created.
  const created: Address[] = [];
  const known = async () => [...(await options()), ...created];
  for (const { hash } of headers) {
    const answer = await ask.all(node, { blockHash: hash }, known);
    if (!answer.hasOptions) created.push(...createdOptions(answer.logs));
    logs.push(...answer.logs);
  }
  return { headers, logs };
}

async function readByNumber(
  node: ChainNode,
  from: number,
  to: number,
  { ask, options }: RangeReading,
) {
  const first = await requireBlock(node, from);
  const last = await requireBlock(node, to);
  const { logs } = await ask.all(node, { from, to }, options);
  const again = await requireBlock(node, to);
  if (again.hash !== last.hash)
    throw new ChainNodeError('odd', 'the chain changed while the node was read');
  return { headers: [first, last], logs };
}

/**
 * Returns a filter for our events. Books and factories must be known. Any contract may be an
 * option; its history shows later whether it is one.
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

/** Returns the times of blocks, from the logs of new nodes or from headers. */
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
