import type { Clock } from '../../shared/ports.ts';
import type { TrustedEmitters } from '../../shared/positions/from-logs.ts';
import { type Block, blockAt, latestBlock } from '../chain/blocks.ts';
import { type ChainNode, NodeError } from '../chain/node.ts';
import type { Nodes } from '../chain/nodes.ts';
import { commonAncestor } from './ancestor.ts';
import { type Range, readRange } from './read-range.ts';
import { type Cursor, CursorMoved, type IndexerStore } from './store.ts';

/** Blocks behind the head that may still be undone: half an hour on Base. */
export const UNDOABLE_BLOCKS = 1_024;
/** Longest range asked for; public nodes refuse more (reference section 6, row 17). */
const LONGEST_RANGE = 10_000;
/** Ranges are made so long that they hold about so many logs: memory stays flat. */
const LOGS_PER_RANGE = 3_000;
const FIRST_RANGE = 64;
/** How often it is written down that the chain has nothing new. */
const NOTE_MS = 10_000;
/** Ranges that go well before a longer one is tried again. */
const RANGES_BEFORE_RETRY = 50;
/** Ranges inside of the part that may be undone, so that a reorganization has a point to go back to. */
const UNDOABLE_RANGE = 128;

export type SyncOutcome =
  /** Everything that the node has is in the database. */
  | 'at-head'
  /** A range was added, or blocks were undone: there may be more to do. */
  | 'moved';

export interface Sync {
  /** One step towards the head. @throws NodeError, and whatever the database throws */
  step(): Promise<SyncOutcome>;
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
  readonly startBlock: number;
  readonly trusted: TrustedEmitters;
}): Sync {
  const { nodes, store, clock, startBlock, trusted } = deps;
  let range = FIRST_RANGE;
  /** Longest range that the node takes; it may change its mind, so it is tried again now and then. */
  let ceiling = LONGEST_RANGE;
  let sinceRefusal = 0;
  let settledUpTo = 0;

  async function begin(node: ChainNode): Promise<Cursor> {
    const first = await blockAt(node, startBlock);
    if (first === undefined)
      throw new NodeError('odd', 'the node does not have the block at which reading begins');
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
  function endOf(from: number, head: number): { to: number; isUndoable: boolean } {
    const border = head - UNDOABLE_BLOCKS;
    if (from > border) {
      const length = Math.min(range, UNDOABLE_RANGE);
      return { to: Math.min(from + length - 1, head), isUndoable: true };
    }
    return { to: Math.min(from + range - 1, border), isUndoable: false };
  }

  async function read(node: ChainNode, from: number, head: number) {
    for (;;) {
      const { to, isUndoable } = endOf(from, head);
      try {
        const found = await readRange(node, from, to, trusted);
        adapt(found, to - from + 1);
        return { found, isUndoable };
      } catch (error) {
        if (!(error instanceof NodeError) || error.code !== 'range') throw error;
        // One block is the smallest question: a node that refuses that is of no use.
        if (to === from) throw new NodeError('rejected', 'the node refuses a single block');
        range = Math.max(1, Math.floor((to - from + 1) / 2));
        ceiling = range;
        sinceRefusal = 0;
      }
    }
  }

  function adapt({ logs }: Range, length: number): void {
    if (++sinceRefusal % RANGES_BEFORE_RETRY === 0) ceiling = Math.min(2 * ceiling, LONGEST_RANGE);
    // A range that was cut short by the head or a border says nothing about longer ones.
    if (length < Math.min(range, UNDOABLE_RANGE)) return;
    const factor = Math.min(2, Math.max(0.25, LOGS_PER_RANGE / Math.max(1, logs)));
    range = Math.max(1, Math.min(Math.floor(range * factor), ceiling));
  }

  async function undo(node: ChainNode, cursor: Cursor): Promise<SyncOutcome> {
    const checkpoints = await store.checkpoints(0);
    const ancestor = await commonAncestor(node, checkpoints);
    if (ancestor !== undefined) {
      if (ancestor.block === cursor.block)
        throw new NodeError('odd', 'the node gave a block whose parent is not its own');
      await store.rollBack(cursor, ancestor);
      return 'moved';
    }
    const start = await blockAt(node, cursor.start_block);
    if (start !== undefined && start.hash !== cursor.start_hash) {
      await store.reset();
      return 'moved';
    }
    throw new NodeError(
      'odd',
      'the node has another chain than was read, deeper than can be undone',
    );
  }

  async function advance(node: ChainNode): Promise<SyncOutcome> {
    const cursor = (await store.cursor()) ?? (await begin(node));
    const head = await latestBlock(node);
    if (head.number < cursor.block) return behind(node, cursor, head);
    if (head.number === cursor.block) {
      if (head.hash !== cursor.hash && cursor.block >= startBlock) return undo(node, cursor);
      if (cursor.synced_at === 0 || clock.now() - cursor.head_at > NOTE_MS)
        await store.noteHead(head.number, clock.now(), true);
      return 'at-head';
    }
    const { found, isUndoable } = await read(node, cursor.block + 1, head.number);
    if (found.parentHash !== cursor.hash) return undo(node, cursor);
    await store.commit(cursor, {
      transactions: found.transactions,
      last: found.last,
      blocks: isUndoable ? found.blocks : [],
      isUndoable,
      headBlock: head.number,
      now: clock.now(),
    });
    await settle(head.number);
    if (found.last.number < head.number) return 'moved';
    if (cursor.synced_at === 0) await store.noteHead(head.number, clock.now(), true);
    return 'at-head';
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
    settledUpTo = upTo;
  }

  return {
    async step() {
      try {
        return await nodes.use(advance);
      } catch (error) {
        // Another writer was here: its work stands, and the next step goes on from it.
        if (error instanceof CursorMoved) return 'moved';
        throw error;
      }
    },
  };
}
