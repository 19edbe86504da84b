import type { Clock } from '../../shared/ports.ts';
import type { TrustedEmitters } from '../../shared/positions/from-logs.ts';
import { type Block, blockAt, latestBlock, requireBlock } from '../chain/blocks.ts';
import { type ChainNode, isCuredBySmallerRange, NodeError } from '../chain/node.ts';
import type { Nodes } from '../chain/nodes.ts';
import { commonAncestor } from './ancestor.ts';
import { createAskLogs, createdOptions } from './ask-logs.ts';
import { createBackfill, withOptionLogs } from './backfill.ts';
import { createDoubts } from './doubts.ts';
import { createExpectedLogs } from './expected-logs.ts';
import type { HabitsOf } from './log-habits.ts';
import {
  group,
  isOurs,
  type Range,
  type RangeReading,
  readRange,
  requireConsistent,
} from './read-range.ts';
import { firstIncomplete, leftOut, pointBefore } from './recheck.ts';
import { type Cursor, CursorMoved, type IndexerStore } from './store.ts';

/** Blocks behind the head that may still be undone: half an hour on Base. */
export const UNDOABLE_BLOCKS = 1_024;
/** How often it is written down that the chain has nothing new. */
const NOTE_MS = 10_000;
/** Ranges inside of the part that may be undone, so that a reorganization has a point to go back to. */
const UNDOABLE_RANGE = 128;
/** So far behind the head blocks are read a second time: while they can still be undone. */
const SECOND_READING = UNDOABLE_BLOCKS - 2 * UNDOABLE_RANGE;
/** No later than so far behind it. */
const LAST_READING = UNDOABLE_BLOCKS - UNDOABLE_RANGE / 4;

export type SyncOutcome =
  /** Everything that the node has is in the database. */
  | 'at-head'
  /** A range was added, or blocks were undone: there may be more to do. */
  | 'moved';

/** Final blocks ahead of the cursor, and how long this is believed without asking again. */
interface Far {
  readonly border: Block;
  readonly head: number;
  readonly until: number;
}

const FAR_MS = 60_000;

export interface Sync {
  /** One step towards the head. @throws NodeError, and whatever the database throws */
  step(): Promise<SyncOutcome>;
  /** Blocks that nodes say to be empty although their headers speak of events. */
  readonly doubtfulBlocks: number;
}

/**
 * Follows the chain: ranges of logs into the database, each in one transaction with the cursor. What
 * a step reads comes from one node, fits to the block that was read before, and is thrown away when
 * anything does not; a kill at any point leaves the last whole step.
 */
export function createSync(deps: {
  readonly nodes: Nodes;
  readonly store: IndexerStore;
  readonly clock: Clock;
  /** Where reading begins: the first of these blocks that the node has. */
  readonly startBlocks: readonly number[];
  readonly trusted: TrustedEmitters;
  /** How long the only node must tell of another chain before everything is read anew. */
  readonly resetAfterMs: number;
  readonly habitsOf: HabitsOf;
}): Sync {
  const { nodes, store, clock, startBlocks, trusted, resetAfterMs, habitsOf } = deps;
  const doubts = createDoubts(clock);
  const reading: RangeReading = {
    trusted,
    expected: createExpectedLogs(trusted),
    isDoubtful: doubts.isDoubtful,
    ask: createAskLogs(trusted, habitsOf),
    options: store.aliveOptions,
  };
  const { ask } = reading;
  const backfill = createBackfill({ nodes, clock, ask, habitsOf });
  let far: Far | undefined;
  let settledUpTo = 0;
  /** Up to where blocks were read a second time; at the start as far back as can be undone. */
  let secondReadUpTo = 0;
  let secondRange = UNDOABLE_RANGE;
  /** Since when the only node tells of another chain. */
  let otherChainSince: number | undefined;

  async function firstOf(node: ChainNode): Promise<Block> {
    for (const number of startBlocks) {
      const block = await blockAt(node, number);
      if (block !== undefined) return block;
    }
    throw new NodeError(
      'odd',
      `the node does not have block ${startBlocks[0]}, where reading begins: set CHAIN_START_BLOCK`,
    );
  }

  async function begin(node: ChainNode): Promise<Cursor> {
    const first = await firstOf(node);
    const startBlock = first.number;
    const cursor: Cursor = {
      // The start block itself is read too: the cursor stands on its parent.
      block: startBlock - 1,
      hash: first.parentHash,
      time: first.timestamp,
      start_block: startBlock,
      start_hash: first.hash,
      head_block: startBlock,
      head_at: clock.now(),
      synced_at: 0,
      events: 0,
      positions_new: 0,
      positions_updated: 0,
      update_at: 0,
    };
    await store.begin(cursor);
    return (await store.cursor()) ?? cursor;
  }

  /** The next range's end: never across the border of what may be undone. */
  function endOf(from: number, head: number, range: number): { to: number; isUndoable: boolean } {
    const border = head - UNDOABLE_BLOCKS;
    if (from > border) {
      const length = Math.min(range, UNDOABLE_RANGE);
      return { to: Math.min(from + length - 1, head), isUndoable: true };
    }
    return { to: Math.min(from + range - 1, border), isUndoable: false };
  }

  async function read(node: ChainNode, from: number, head: number) {
    const habits = habitsOf(node);
    for (;;) {
      const { to, isUndoable } = endOf(from, head, habits.range.length);
      const found = await adaptively(node, from, to);
      if (found !== undefined) return { found, isUndoable };
    }
  }

  /** Reads a range; undefined when the node was asked for too much and takes less now. */
  async function adaptively(node: ChainNode, from: number, to: number): Promise<Range | undefined> {
    const habits = habitsOf(node);
    const length = to - from + 1;
    try {
      const found = await readRange(node, from, to, reading);
      habits.range.accept(length, found.logs);
      return found;
    } catch (error) {
      if (!isCuredBySmallerRange(error)) throw error;
      if (length > 1) {
        habits.refuse(length, error);
        return undefined;
      }
      // One block is the smallest question.
      if (error.code === 'range')
        throw new NodeError('rejected', 'the node refuses a single block', { cause: error });
      throw error;
    }
  }

  async function undo(node: ChainNode, cursor: Cursor): Promise<SyncOutcome> {
    const checkpoints = await store.checkpoints(0);
    const ancestor = await commonAncestor(node, checkpoints);
    if (ancestor !== undefined) {
      if (ancestor.block === cursor.block)
        throw new NodeError('odd', 'the node gave a block whose parent is not its own');
      await store.rollBack(cursor, ancestor);
      forgetBlocksAfter(ancestor.block);
      return 'moved';
    }
    if (await isOtherChain(node, cursor)) {
      await store.reset();
      forgetBlocksAfter(-1);
      return 'moved';
    }
    throw new NodeError(
      'odd',
      'the node has another chain than was read, deeper than can be undone',
    );
  }

  /**
   * Whether the chain is not the one whose beginning was read. One node may be set up wrongly or
   * lie: all must say so, and the only one for a while.
   */
  async function isOtherChain(node: ChainNode, cursor: Cursor): Promise<boolean> {
    const start = await blockAt(node, cursor.start_block);
    const differs = (hash: string | undefined) => hash !== undefined && hash !== cursor.start_hash;
    if (!differs(start?.hash)) {
      otherChainSince = undefined;
      return false;
    }
    const others = await nodes.askOthers(node, (other) => blockAt(other, cursor.start_block));
    if (others.length > 0) return others.every((block) => differs(block?.hash));
    otherChainSince ??= clock.now();
    return clock.now() - otherChainSince >= resetAfterMs;
  }

  function forgetBlocksAfter(block: number): void {
    secondReadUpTo = Math.min(secondReadUpTo, Math.max(0, block));
    doubts.forget((number) => number > block);
  }

  /** Reads a part a second time; true when that showed something new and blocks were undone. */
  async function readAgain(
    node: ChainNode,
    cursor: Cursor,
    { from, to }: { readonly from: number; readonly to: number },
  ): Promise<boolean> {
    const checkpoints = await store.checkpoints(0);
    const found = await firstIncomplete({
      node,
      nodes,
      checkpoints,
      read: (one) => readRange(one, from, to, reading),
    });
    const point = found && pointBefore(checkpoints, found.block);
    if (found === undefined || point === undefined) return false;
    await store.rollBack(cursor, point);
    forgetBlocksAfter(point.block);
    if (found.isOfAnother) throw leftOut();
    return true;
  }

  /** Reads again what is about to become final, and now and then what headers speak against. */
  async function makeSure(node: ChainNode, cursor: Cursor, head: number): Promise<boolean> {
    for (const block of doubts.due())
      if (block <= cursor.block && (await readAgain(node, cursor, { from: block, to: block })))
        return true;
    // Far from the head only what would become final before it is reached.
    const isNear = head - cursor.block <= UNDOABLE_RANGE;
    const due = Math.min(cursor.block, head - (isNear ? SECOND_READING : LAST_READING));
    if (due - secondReadUpTo < (isNear ? UNDOABLE_RANGE : 1)) return false;
    const oldest = (await store.checkpoints(0))[0]?.block ?? cursor.block;
    secondReadUpTo = Math.max(secondReadUpTo, oldest);
    while (secondReadUpTo < due) {
      const to = Math.min(secondReadUpTo + Math.min(habitsOf(node).range.length, secondRange), due);
      try {
        if (await readAgain(node, cursor, { from: secondReadUpTo + 1, to })) return true;
        secondReadUpTo = to;
      } catch (error) {
        if (!isCuredBySmallerRange(error) || secondRange === 1) throw error;
        secondRange = Math.floor(secondRange / 2);
      }
    }
    return false;
  }

  /** What is final at once and said to be empty is not taken from one node where there are two. */
  async function confirmEmpty(node: ChainNode, from: number, { last }: Range): Promise<void> {
    const others = await nodes.askOthers(node, (other) =>
      readRange(other, from, last.number, reading),
    );
    if (others.some((range) => (range?.blocks.length ?? 0) > 0)) throw leftOut();
  }

  /** Commits final blocks that were read ahead from all nodes. */
  async function readFar(cursor: Cursor, { border, head }: Far): Promise<SyncOutcome> {
    const pieces = await backfill.next(cursor.block, border);
    const end = pieces.at(-1)?.to ?? cursor.block;
    try {
      const all = await withOptionLogs(pieces, {
        nodes,
        habitsOf,
        ask,
        createdIn: createdOptions,
        known: store.aliveOptions,
      });
      const logs = all.filter(isOurs(trusted));
      const { last, transactions } = await nodes.use(async (node) => {
        const last = end === border.number ? border : await requireBlock(node, end);
        requireConsistent(logs, [last], { from: cursor.block + 1, to: end });
        return { last, transactions: await group(node, logs, [last]) };
      });
      await store.commit(cursor, {
        transactions,
        last,
        blocks: [],
        isUndoable: false,
        headBlock: head,
        now: clock.now(),
      });
      return 'moved';
    } catch (error) {
      backfill.forget();
      throw error;
    }
  }

  /** Whether blocks after the cursor are final and headers say too little to read them one by one. */
  async function isFar(node: ChainNode, cursor: Cursor, border: number) {
    if (cursor.block >= border) return false;
    const next = await requireBlock(node, cursor.block + 1);
    if (next.parentHash !== cursor.hash) return 'other-chain';
    return next.bloom === undefined || !reading.expected.isTelling(next.bloom);
  }

  async function advance(node: ChainNode): Promise<SyncOutcome | Far> {
    const cursor = (await store.cursor()) ?? (await begin(node));
    const head = await latestBlock(node);
    if (head.number < cursor.block) return behind(node, cursor, head);
    const border =
      head.number > cursor.block ? await requireHead(node, cursor, head.number) : undefined;
    if (await makeSure(node, cursor, head.number)) return 'moved';
    if (head.number === cursor.block) {
      if (head.hash !== cursor.hash && cursor.block >= cursor.start_block)
        return undo(node, cursor);
      if (cursor.synced_at === 0 || clock.now() - cursor.head_at > NOTE_MS)
        await store.noteHead(head.number, clock.now(), true);
      otherChainSince = undefined;
      return 'at-head';
    }
    if (border !== undefined) {
      const far = await isFar(node, cursor, border.number);
      if (far === 'other-chain') return undo(node, cursor);
      if (far) {
        otherChainSince = undefined;
        return { border, head: head.number, until: clock.now() + FAR_MS };
      }
    }
    const { found, isUndoable } = await read(node, cursor.block + 1, head.number);
    if (found.parentHash !== cursor.hash) return undo(node, cursor);
    if (!isUndoable && found.blocks.length === 0) await confirmEmpty(node, cursor.block + 1, found);
    await store.commit(cursor, {
      transactions: found.transactions,
      last: found.last,
      blocks: isUndoable ? found.blocks : [],
      isUndoable,
      headBlock: head.number,
      now: clock.now(),
    });
    otherChainSince = undefined;
    await settle(head.number);
    if (found.last.number < head.number) return 'moved';
    if (cursor.synced_at === 0) await store.noteHead(head.number, clock.now(), true);
    return 'at-head';
  }

  /**
   * What is final is judged by the head, so a node must have the block that it names, and the last
   * final one, which is returned when it is ahead of the cursor.
   */
  async function requireHead(
    node: ChainNode,
    cursor: Cursor,
    head: number,
  ): Promise<Block | undefined> {
    const border = head - UNDOABLE_BLOCKS;
    const [last] = await Promise.all([
      border > cursor.block ? requireBlock(node, border) : undefined,
      requireBlock(node, head),
    ]);
    return last;
  }

  /** A head below the cursor is a node that lags, unless its head is not the block that was read. */
  async function behind(node: ChainNode, cursor: Cursor, head: Block): Promise<SyncOutcome> {
    const checkpoints = await store.checkpoints(0);
    const known = checkpoints.filter(({ block }) => block <= head.number).at(-1);
    const theirs = known && (await blockAt(node, known.block));
    if (known === undefined || theirs?.hash !== known.hash) return undo(node, cursor);
    throw new NodeError('odd', 'the node is behind what was read');
  }

  /** Now and then forgets how to undo what is out of reach. */
  async function settle(head: number): Promise<void> {
    const upTo = head - UNDOABLE_BLOCKS;
    if (upTo < settledUpTo + UNDOABLE_BLOCKS / 8) return;
    await store.settle(upTo);
    doubts.forget((number) => number <= upTo);
    settledUpTo = upTo;
  }

  function isBefore(cursor: Cursor | undefined, { number }: Block): boolean {
    return cursor !== undefined && cursor.block < number;
  }

  return {
    async step() {
      try {
        let cursor = await store.cursor();
        if (far === undefined || clock.now() > far.until || !isBefore(cursor, far.border)) {
          far = undefined;
          const outcome = await nodes.use(advance);
          if (typeof outcome === 'string') return outcome;
          far = outcome;
          cursor = await store.cursor();
        }
        return cursor === undefined ? 'moved' : await readFar(cursor, far);
      } catch (error) {
        // Another writer was here: its work stands, and the next step goes on from it.
        if (error instanceof CursorMoved) return 'moved';
        throw error;
      }
    },
    get doubtfulBlocks() {
      return doubts.size;
    },
  };
}
