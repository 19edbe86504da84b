import type { Address } from 'viem';
import type { ChainNode } from '../../../shared/chain/logs/chain-node.ts';
import type { BlockRange, Log } from '../../../shared/chain/logs/log.ts';
import { readPart } from '../../../shared/chain/logs/read-part.ts';
import { decodeLog } from '../../../shared/positions/decode-log.ts';
import type { TransactionEvents, TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { blockAt, latestBlock } from '../../chain/blocks.ts';
import type { Nodes } from '../../chain/nodes.ts';
import { createAskLogs } from '../reading/ask-logs.ts';
import { NO_IMPLEMENTATION, readImplementations } from '../reading/enrich.ts';
import { group, isOurs } from '../reading/read-range.ts';
import { positionOf } from '../storing/position-row.ts';
import type { CheckpointRow, CursorRow, EventRow, StoredPosition } from '../storing/row-schemas.ts';
import { isReplayed } from './replay-position.ts';
import { SnapshotError } from './snapshot-error.ts';
import { readSnapshot } from './snapshot-file.ts';
import { createSnapshotSums } from './snapshot-sums.ts';

/** Number of ranges to compare with the node, the newest blocks among them, and of options. */
const RANGES = 8;
const BLOCKS_PER_RANGE = 500;
/** Blocks after the newest option that are compared: two days. */
const QUIET_BLOCKS = 100_000;
const OPTIONS = 24;
/** Blocks with events of one option: far more than an honest option has. */
const BLOCKS_PER_OPTION = 200;

/** An option of the file, and the blocks in which it changed. */
interface Sample {
  readonly row: StoredPosition;
  readonly blocks: Set<number>;
}

/**
 * Reads a whole snapshot, whose statistics and users must follow from its positions. Then compares
 * parts with the chain: the cursor isn't above the head, a node has its block or a checkpoint's, the
 * newest and random ranges create exactly the options in the file, none was created right after its
 * newest one, and every column of random options follows from the chain's events. Requests for
 * quotation, stored events and the other options are not compared.
 * @throws SnapshotError, ChainNodeError
 */
export async function checkSnapshot(
  file: string,
  deps: {
    readonly nodes: Pick<Nodes, 'use'>;
    readonly trusted: TrustedEmitters;
    /** Returns a random integer from 0 up to, but not including, the limit. */
    readonly randomBelow: (limit: number) => number;
  },
): Promise<{ readonly block: number; readonly ranges: number; readonly options: number }> {
  const { nodes, trusted, randomBelow } = deps;
  const ask = createAskLogs(trusted);
  const { cursor, checkpoints, ranges, samples } = await sample(file, randomBelow);

  async function logsOf(
    node: ChainNode,
    { from, to }: BlockRange,
    options: readonly Address[] = [],
  ): Promise<Log[]> {
    const logs: Log[] = [];
    for (let at = from; at <= to; ) {
      const { part, found } = await readPart(node, { from: at, to }, (which) =>
        ask.all(node, which, async () => options),
      );
      logs.push(...found.logs);
      at = part.to + 1;
    }
    return logs.filter(isOurs(trusted));
  }

  async function isOnChain(node: ChainNode, { row, blocks }: Sample): Promise<boolean> {
    const address: Address = `0x${row.address.slice(2)}`;
    const transactions: TransactionEvents[] = [];
    for (const block of [...blocks].sort((a, b) => a - b)) {
      const logs = await logsOf(node, { from: block, to: block }, [address]);
      transactions.push(...(await group(node, logs, [])));
    }
    if (!isReplayed(row, transactions, trusted)) return false;
    const [implementation] = await readImplementations(node, [address]);
    return (
      row.implementation === '' || row.implementation === (implementation ?? NO_IMPLEMENTATION)
    );
  }

  await nodes.use((node) => requireSameChain(node, cursor, checkpoints));
  for (const range of ranges) {
    const { from, to, options } = range;
    const created = createdBy(await nodes.use((node) => logsOf(node, range)));
    const isSame = created.size === options.size && [...created].every((one) => options.has(one));
    if (!isSame)
      throw new SnapshotError('refused', `The chain has other options in blocks ${from} to ${to}.`);
  }
  for (const sample of samples)
    if (!(await nodes.use((node) => isOnChain(node, sample))))
      throw new SnapshotError('refused', `The chain has another option at ${sample.row.address}.`);
  return { block: cursor.block, ranges: ranges.length, options: samples.length };
}

/** Selects the samples while reading the file, so that memory doesn't grow with its size. */
async function sample(file: string, randomBelow: (limit: number) => number) {
  let cursor: CursorRow | undefined;
  const checkpoints: CheckpointRow[] = [];
  const ranges: { from: number; to: number; options: Set<string> }[] = [];
  const samples: Sample[] = [];
  const sums = createSnapshotSums();
  let seen = 0;
  let newest = -1;
  for await (const row of readSnapshot(file)) {
    if (row.table === 'indexer_cursor') {
      cursor = row.value;
      const { start_block: start, block } = cursor;
      const length = Math.min(BLOCKS_PER_RANGE, block - start + 1);
      for (let i = 0; i < RANGES && length > 0; i++) {
        // Blocks that a cursor skips are missing at its end.
        const from = i === 0 ? block - length + 1 : start + randomBelow(block - start - length + 2);
        ranges.push({ from, to: from + length - 1, options: new Set() });
      }
    } else if (row.table === 'indexer_positions') {
      const position = positionOf(row.value);
      if (position === undefined) continue;
      sums.addPosition(position);
      // Splits don't have a fill.
      if (position.parent !== undefined) continue;
      const { address, entry } = position;
      newest = Math.max(newest, entry.block);
      for (const { from, to, options } of ranges)
        if (entry.block >= from && entry.block <= to) options.add(address);
      // Reservoir sampling: every row is equally likely.
      const at = seen++ < OPTIONS ? seen - 1 : randomBelow(seen);
      const blocks = new Set([entry.block, position.close?.block ?? entry.block]);
      if (at < OPTIONS) samples[at] = { row: row.value, blocks };
    } else sums.compare(row);
    if (row.table === 'indexer_checkpoints') checkpoints.push(row.value);
    if (row.table === 'indexer_events') addBlock(samples, row.value);
  }
  sums.finish();
  if (cursor === undefined)
    throw new SnapshotError('unreadable', 'The snapshot has no last block.');
  // A cursor may skip the options before a quiet time.
  const from = Math.max(newest + 1, cursor.start_block);
  const to = Math.min(from + QUIET_BLOCKS - 1, cursor.block);
  if (from <= to) ranges.push({ from, to, options: new Set() });
  return { cursor, checkpoints, ranges, samples };
}

function addBlock(samples: readonly Sample[], { subject, block }: EventRow): void {
  const blocks = samples.find(({ row }) => row.address === subject)?.blocks.add(block);
  if (blocks !== undefined && blocks.size > BLOCKS_PER_OPTION)
    throw new SnapshotError('refused', `The option at ${subject} has too many events to compare.`);
}

async function requireSameChain(
  node: ChainNode,
  cursor: CursorRow,
  checkpoints: readonly CheckpointRow[],
): Promise<void> {
  const head = (await latestBlock(node)).number;
  if (Math.max(cursor.block, cursor.head_block) > head)
    throw new SnapshotError('refused', `The snapshot ends above the chain's head, ${head}.`);
  const start = await blockAt(node, cursor.start_block);
  if (start?.hash !== cursor.start_hash)
    throw new SnapshotError('refused', 'The snapshot begins on another chain.');
  // Blocks that weren't final at the export may have been replaced since.
  const points = [cursor, checkpoints[0]].filter((point) => point !== undefined);
  for (const { block, hash } of points) {
    const theirs = await blockAt(node, block);
    if (theirs === undefined || theirs.hash === hash) return;
  }
  throw new SnapshotError('refused', 'The snapshot ends on another chain.');
}

/** Returns the options created by fills and settled requests. */
function createdBy(logs: readonly Log[]): Set<string> {
  return new Set(
    logs.flatMap((log): Address[] => {
      const event = decodeLog(log);
      return event?.type === 'order-filled' || event?.type === 'quotation-settled'
        ? [event.option]
        : [];
    }),
  );
}
