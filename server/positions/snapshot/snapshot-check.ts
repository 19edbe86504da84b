import type { Address } from 'viem';
import { decodeLog } from '../../../shared/positions/decode-log.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';
import { blockAt } from '../../chain/blocks.ts';
import type { ChainNode } from '../../chain/node.ts';
import type { Nodes } from '../../chain/nodes.ts';
import { createAskLogs } from '../reading/ask-logs.ts';
import { askPart } from '../reading/ask-part.ts';
import type { HabitsOf } from '../reading/log-habits.ts';
import type { Log } from '../reading/read-logs.ts';
import { isOurs } from '../reading/read-range.ts';
import { positionOf } from '../storing/position-row.ts';
import type { CheckpointRow, CursorRow } from '../storing/row-schemas.ts';
import { SnapshotError } from './snapshot-error.ts';
import { readSnapshot } from './snapshot-file.ts';

/** Number of ranges to compare with the node, and number of options. */
const RANGES = 8;
const BLOCKS_PER_RANGE = 500;
const OPTIONS = 24;

/**
 * Reads a whole snapshot, then compares random parts with the chain: a node must have the block of
 * the cursor or of a checkpoint, random ranges must create exactly the options in the file, and
 * random options must have their terms.
 * @throws SnapshotError, ChainNodeError
 */
export async function checkSnapshot(
  file: string,
  deps: {
    readonly nodes: Pick<Nodes, 'use'>;
    readonly habitsOf: HabitsOf;
    readonly trusted: TrustedEmitters;
    /** Returns a random integer from 0 up to, but not including, the limit. */
    readonly randomBelow: (limit: number) => number;
  },
): Promise<{ readonly block: number; readonly ranges: number; readonly options: number }> {
  const { nodes, habitsOf, trusted, randomBelow } = deps;
  const ask = createAskLogs(trusted, habitsOf);
  const { cursor, checkpoints, ranges, samples } = await sample(file, randomBelow);

  async function logsOf(node: ChainNode, from: number, to: number): Promise<Log[]> {
    const logs: Log[] = [];
    for (let at = from; at <= to; ) {
      const { part, found } = await askPart(node, habitsOf, { from: at, to }, (which) =>
        ask.all(node, which, async () => []),
      );
      logs.push(...found.logs);
      at = part.to + 1;
    }
    return logs.filter(isOurs(trusted));
  }

  await nodes.use((node) => requireSameChain(node, cursor, checkpoints));
  for (const { from, to, options } of ranges) {
    const created = createdBy(await nodes.use((node) => logsOf(node, from, to)));
    const isSame = created.size === options.size && [...created].every((one) => options.has(one));
    if (!isSame)
      throw new SnapshotError('refused', `The chain has other options in blocks ${from} to ${to}.`);
  }
  for (const record of samples) {
    const { block } = record.entry;
    const logs = await nodes.use((node) => logsOf(node, block, block));
    if (!haveTermsOf(logs, record))
      throw new SnapshotError('refused', `The chain has another option at ${record.address}.`);
  }
  return { block: cursor.block, ranges: ranges.length, options: samples.length };
}

/** Selects the samples while reading the file, so that memory doesn't grow with its size. */
async function sample(file: string, randomBelow: (limit: number) => number) {
  let cursor: CursorRow | undefined;
  const checkpoints: CheckpointRow[] = [];
  const ranges: { from: number; to: number; options: Set<string> }[] = [];
  const samples: PositionRecord[] = [];
  let seen = 0;
  for await (const row of readSnapshot(file)) {
    if (row.table === 'indexer_cursor') {
      cursor = row.value;
      const { start_block: start, block } = cursor;
      const length = Math.min(BLOCKS_PER_RANGE, block - start + 1);
      for (let i = 0; i < RANGES && length > 0; i++) {
        const from = start + randomBelow(block - start - length + 2);
        ranges.push({ from, to: from + length - 1, options: new Set() });
      }
    } else if (row.table === 'indexer_checkpoints') checkpoints.push(row.value);
    else if (row.table === 'indexer_positions') {
      const position = positionOf(row.value);
      // Splits don't have a fill.
      if (position === undefined || position.parent !== undefined) continue;
      const { address, entry } = position;
      for (const { from, to, options } of ranges)
        if (entry.block >= from && entry.block <= to) options.add(address);
      // Reservoir sampling: every row is equally likely.
      const at = seen++ < OPTIONS ? seen - 1 : randomBelow(seen);
      if (at < OPTIONS) samples[at] = position;
    }
  }
  if (cursor === undefined)
    throw new SnapshotError('unreadable', 'The snapshot has no last block.');
  return { cursor, checkpoints, ranges, samples };
}

async function requireSameChain(
  node: ChainNode,
  cursor: CursorRow,
  checkpoints: readonly CheckpointRow[],
): Promise<void> {
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

/** Returns true when the logs of its first block create this option with the record's terms. */
function haveTermsOf(logs: readonly Log[], record: PositionRecord): boolean {
  const own = logs.filter(({ tx }) => tx === record.entry.txHash);
  if (!createdBy(own).has(record.address)) return false;
  return own.every((log) => {
    const event = decodeLog(log);
    if (event?.type !== 'option-initialized' || event.option !== record.address) return true;
    return (
      event.expiry === record.expiry &&
      event.collateralToken === record.collateralToken &&
      event.priceFeed === record.priceFeed &&
      event.strikes.join() === record.strikes.join()
    );
  });
}
