import { ChainNodeError } from '../../../shared/chain/logs/chain-node.ts';
import { compareReadings } from '../../../shared/chain/logs/compare-readings.ts';
import type { BlockRange } from '../../../shared/chain/logs/log.ts';
import { readPart } from '../../../shared/chain/logs/read-part.ts';
import { blockAt } from '../../chain/blocks.ts';
import type { Nodes } from '../../chain/nodes.ts';
import type { Lane } from '../../chain/tracked-node.ts';
import type { Cursor } from '../storing/cursor.ts';
import type { CheckpointRow } from '../storing/row-schemas.ts';
import type { IndexerStore } from '../storing/store.ts';
import type { Differences, NodeReading } from './differences.ts';
import { countOf } from './event-digest.ts';
import { type RangeBlock, type RangeReading, readRange } from './read-range.ts';
import { UNDOABLE_BLOCKS, UNDOABLE_RANGE } from './undoable.ts';

/**
 * Number of blocks behind the head at which a single node is asked again, before the blocks become
 * final.
 */
const REPEAT_AFTER = UNDOABLE_BLOCKS - 2 * UNDOABLE_RANGE;
/** Like `REPEAT_AFTER`, far from the head: only blocks that soon become final are due. */
const REPEAT_AT_LAST = UNDOABLE_BLOCKS - UNDOABLE_RANGE / 4;
const MAX_BLOCKS = 2_000;
/** Milliseconds to wait while no second node has the blocks. */
const RETRY_MS = 1_000;

/**
 * Reads stored blocks from a second node before they become final, because a node may omit logs. A
 * single node is asked again shortly before its blocks become final.
 */
export interface Confirmation {
  /** Records which node read a range. */
  noteRead(range: BlockRange, by: Lane | undefined): void;
  /**
   * Confirms the next range. `changed`: blocks were confirmed or undone, so call again immediately.
   * `open`: some blocks wait for a second node. `disputed`: the nodes contradict each other, and
   * nothing may be read until they agree. `done`: no range is due.
   * @throws ChainNodeError when the only node fails
   */
  check(cursor: Cursor, head: number): Promise<'changed' | 'open' | 'disputed' | 'done'>;
  /** True while the nodes contradict each other about the next blocks. */
  readonly isDisputed: boolean;
  forgetAfter(block: number): void;
  /** Last block that is confirmed, or that was already final at the start. */
  readonly upTo: number;
}

/** Blocks that were read from a single node. */
interface ReadRange extends BlockRange {
  readonly by: Lane | undefined;
}

interface Vote extends NodeReading {
  readonly blocks: readonly RangeBlock[];
}

export function createConfirmation(deps: {
  readonly nodes: Pick<Nodes, 'lanes'>;
  readonly store: IndexerStore;
  readonly reading: RangeReading;
  readonly differences: Differences;
}): Confirmation {
  const { store, reading, differences } = deps;
  const { lanes } = deps.nodes;
  const isAlone = lanes.length === 1;
  let readers: ReadRange[] = [];
  let upTo = -1;
  let retryAt = 0;
  /** Blocks about which the nodes contradict each other. They were undone. */
  let disputed: BlockRange | undefined;

  function forgetAfter(block: number): void {
    upTo = Math.min(upTo, block);
    if (disputed !== undefined && block < disputed.from - 1) disputed = undefined;
    readers = readers
      .filter(({ from }) => from <= block)
      .map((range) => ({ ...range, to: Math.min(range.to, block) }));
  }

  const readIfAble = (lane: Lane, range: BlockRange) => orUnable(readVote(lane, range, reading));

  /**
   * Returns the readings that decide about a range: enough matching readings, or all readings if
   * one of them differs. Returns no readings if too few nodes have the blocks.
   */
  async function votesFor(
    { by, ...range }: ReadRange,
    matches: (vote: Vote) => boolean,
  ): Promise<Vote[]> {
    const votes: Vote[] = [];
    const needed = by === undefined ? 2 : 1;
    for (const lane of lanes) {
      // A node that is only behind the others may still have these blocks, so it is asked too.
      if (lane === by || lane.isPaused()) continue;
      const vote = await readIfAble(lane, range);
      if (vote !== undefined) votes.push(vote);
      if (votes.length > 0 && !votes.every(matches)) break;
      if (votes.length === needed) return votes;
    }
    if (votes.every(matches)) return [];
    for (const lane of lanes) {
      if (votes.some((vote) => vote.lane === lane)) continue;
      const vote = await readIfAble(lane, range);
      if (vote !== undefined) votes.push(vote);
    }
    return votes;
  }

  async function undoFrom(cursor: Cursor, block: number, checkpoints: readonly CheckpointRow[]) {
    const point = checkpoints.filter((checkpoint) => checkpoint.block < block).at(-1);
    if (point === undefined) throw new Error('unconfirmed blocks have a checkpoint before them');
    await store.rollBack(cursor, point);
    forgetAfter(point.block);
    return point.block + 1;
  }

  /** Undoes blocks that the nodes describe differently. Either description may be right. */
  async function dispute(
    cursor: Cursor,
    { range, votes }: { readonly range: BlockRange; readonly votes: readonly Vote[] },
    checkpoints: readonly CheckpointRow[],
  ) {
    const stored = checkpoints.filter(({ block }) => block >= range.from && block <= range.to);
    const blocks = votes.map((vote) => firstDifference(stored, vote.blocks) ?? range.to);
    const from = await undoFrom(cursor, Math.min(...blocks), checkpoints);
    disputed = { from, to: range.to };
  }

  /** Returns true while the nodes still contradict each other. */
  async function staysDisputed(cursor: Cursor, { to }: BlockRange): Promise<boolean> {
    if (performance.now() < retryAt) return true;
    const range = { from: cursor.block + 1, to };
    const votes = await votesOfAll(lanes, (lane) => readIfAble(lane, range));
    const verdict = compareReadings(votes, { isLast: true });
    if (votes.length > 1) differences.note(range, verdict);
    retryAt = performance.now() + RETRY_MS;
    // With a single node, no other node can contradict.
    return votes.length !== 1 && verdict === undefined;
  }

  async function confirm(cursor: Cursor, due: number, checkpoints: readonly CheckpointRow[]) {
    readers = readers.filter(({ to }) => to > upTo);
    const range = nextRange(readers, upTo + 1, due);
    const stored = checkpoints.filter(({ block }) => block >= range.from && block <= range.to);
    if (isAlone) {
      const again = lanes[0] && (await readVote(lanes[0], range, reading));
      const more = again && firstAddition(stored, again.blocks);
      if (more === undefined) upTo = range.to;
      else await undoFrom(cursor, more.number, checkpoints);
      return 'changed';
    }
    const matches = (vote: Vote) => firstDifference(stored, vote.blocks) === undefined;
    const votes = await votesFor(range, matches);
    if (votes.length > 0 && votes.every(matches)) {
      upTo = range.to;
      return 'changed';
    }
    const verdict = compareReadings(votes, { isLast: true });
    if (votes.length > 1) differences.note(range, verdict);
    const [right] = verdict?.right ?? [];
    if (right === undefined) {
      retryAt = performance.now() + RETRY_MS;
      if (votes.length < 2) return 'open';
      await dispute(cursor, { range, votes }, checkpoints);
      return 'disputed';
    }
    const block = firstDifference(stored, right.blocks);
    if (block === undefined) upTo = range.to;
    else await undoFrom(cursor, block, checkpoints);
    return 'changed';
  }

  return {
    forgetAfter,
    noteRead(range, by) {
      readers.push({ ...range, by });
    },
    async check(cursor, head) {
      if (disputed !== undefined && cursor.block < disputed.to) {
        if (await staysDisputed(cursor, disputed)) return 'disputed';
        retryAt = 0;
      }
      disputed = undefined;
      const checkpoints = await store.checkpoints(-1);
      upTo = Math.max(upTo, checkpoints[0]?.block ?? cursor.block);
      // Far from the head, blocks are due only if they become final before the reading reaches the
      // head.
      const isNear = head - cursor.block <= UNDOABLE_RANGE;
      const distance = isNear ? REPEAT_AFTER : REPEAT_AT_LAST;
      const due = isAlone ? Math.min(cursor.block, head - distance) : cursor.block;
      if (due - upTo < (isAlone && isNear ? UNDOABLE_RANGE : 1)) return 'done';
      if (performance.now() < retryAt) return 'open';
      return confirm(cursor, due, checkpoints);
    },
    get isDisputed() {
      return disputed !== undefined;
    },
    get upTo() {
      return upTo;
    },
  };
}

/** Returns the next blocks to confirm, all of which the same node has read. */
function nextRange(readers: readonly ReadRange[], from: number, due: number): ReadRange {
  const [first] = readers;
  const known = first !== undefined && first.from <= from ? first : undefined;
  const end = known?.to ?? (first === undefined ? due : first.from - 1);
  return { from, to: Math.min(end, due, from + MAX_BLOCKS - 1), by: known?.by };
}

/** Reads a range from a node, in as many parts as the node's limit requires. */
async function readVote(
  lane: Lane,
  range: BlockRange,
  reading: RangeReading,
): Promise<Vote | undefined> {
  return lane.runPatiently(async (node) => {
    if ((await blockAt(node, range.to)) === undefined) return undefined;
    const keys = new Set<string>();
    const blocks: RangeBlock[] = [];
    for (let from = range.from; from <= range.to; ) {
      const { part, found } = await readPart(node, { from, to: range.to }, (which) =>
        readRange(node, which.from, which.to, reading),
      );
      for (const key of found.keys) keys.add(key);
      blocks.push(...found.blocks);
      from = part.to + 1;
    }
    return { lane, keys, blocks };
  });
}

/** Returns the readings of all nodes that work. */
async function votesOfAll(
  lanes: readonly Lane[],
  read: (lane: Lane) => Promise<Vote | undefined>,
): Promise<Vote[]> {
  const votes = await Promise.all(lanes.filter((lane) => !lane.isPaused()).map(read));
  return votes.filter((vote) => vote !== undefined);
}

async function orUnable(vote: Promise<Vote | undefined>): Promise<Vote | undefined> {
  try {
    return await vote;
  } catch (error) {
    if (error instanceof ChainNodeError) return undefined;
    throw error;
  }
}

/** Returns the first block with more events than are stored. */
function firstAddition(
  stored: readonly CheckpointRow[],
  blocks: readonly RangeBlock[],
): RangeBlock | undefined {
  return blocks.find(({ number, hash, digest }) => {
    const known = stored.find(({ block }) => block === number);
    // A block with another hash is a reorganization, which the normal reading finds.
    if (known !== undefined && known.hash !== hash) return false;
    return countOf(digest) > countOf(known?.events ?? 0);
  });
}

/** Returns the first block whose events differ from the stored events. */
function firstDifference(
  stored: readonly CheckpointRow[],
  blocks: readonly RangeBlock[],
): number | undefined {
  const known = new Map(stored.map(({ block, events }) => [block, events]));
  const read = new Map(blocks.map(({ number, digest }) => [number, digest]));
  const differing = [...known.keys(), ...read.keys()].filter(
    (block) => (known.get(block) ?? 0) !== (read.get(block) ?? 0),
  );
  return differing.length === 0 ? undefined : Math.min(...differing);
}
