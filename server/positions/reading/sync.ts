import type { Clock } from '../../../shared/ports.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type Block, latestBlock, requireBlock } from '../../chain/blocks.ts';
import type { ChainNode } from '../../chain/node.ts';
import type { Nodes } from '../../chain/nodes.ts';
import { type Cursor, CursorMoved } from '../storing/cursor.ts';
import type { IndexerStore } from '../storing/store.ts';
import { createAskLogs, createdOptions } from './ask-logs.ts';
import { createBackfill, withOptionLogs } from './backfill.ts';
import { begin } from './begin.ts';
import { createDoubts } from './doubts.ts';
import { createExpectedLogs } from './expected-logs.ts';
import type { HabitsOf } from './log-habits.ts';
import { readNextRange } from './next-range.ts';
import { createOtherChain } from './other-chain.ts';
import {
  group,
  isOurs,
  type Range,
  type RangeReading,
  readRange,
  requireConsistent,
} from './read-range.ts';
import { leftOut } from './recheck.ts';
import { createSecondReading } from './second-reading.ts';
import { UNDOABLE_BLOCKS } from './undoable.ts';

/** How often an unchanged head is stored. */
const NOTE_MS = 10_000;

export type SyncOutcome =
  /** The database has everything that the node has. */
  | 'at-head'
  /** A range was added or blocks were undone: there may be more to do. */
  | 'moved';

/** Number of final blocks ahead of the cursor, and how long this is cached. */
interface Far {
  readonly border: Block;
  readonly head: number;
  readonly until: number;
}

const FAR_MS = 60_000;

export interface Sync {
  /**
   * Makes one step towards the head.
   * @throws ChainNodeError and database errors
   */
  step(): Promise<SyncOutcome>;
  /** Blocks that nodes report empty although their headers indicate events. */
  readonly doubtfulBlocks: number;
}

/**
 * Follows the chain: stores ranges of logs, each in one transaction with the cursor. A step reads
 * from one node, continues from the last block and is discarded on any contradiction. A kill at any
 * point leaves the last complete step.
 */
export function createSync(deps: {
  readonly nodes: Nodes;
  readonly store: IndexerStore;
  readonly clock: Clock;
  /** Start of reading: the first of these blocks that the node has. */
  readonly startBlocks: readonly number[];
  readonly trusted: TrustedEmitters;
  /** How long the only node must report another chain before the index is reset. */
  readonly resetAfterMs: number;
  readonly habitsOf: HabitsOf;
}): Sync {
  const { nodes, store, clock, trusted, habitsOf } = deps;
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
  const otherChain = createOtherChain(deps);
  const secondReading = createSecondReading({ nodes, store, doubts, reading, habitsOf });
  let far: Far | undefined;
  let finalizedUpTo = 0;

  async function undo(node: ChainNode, cursor: Cursor): Promise<SyncOutcome> {
    secondReading.forgetAfter(await otherChain.undo(node, cursor));
    return 'moved';
  }

  /** A final range that is empty needs confirmation by another node if there is one. */
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

  /**
   * Returns true when blocks after the cursor are final and headers aren't informative enough to
   * read them one by one.
   */
  async function isFar(node: ChainNode, cursor: Cursor, border: number) {
    if (cursor.block >= border) return false;
    const next = await requireBlock(node, cursor.block + 1);
    if (next.parentHash !== cursor.hash) return 'other-chain';
    return next.bloom === undefined || !reading.expected.isTelling(next.bloom);
  }

  async function advance(node: ChainNode): Promise<SyncOutcome | Far> {
    const cursor = (await store.cursor()) ?? (await begin(node, deps));
    const head = await latestBlock(node);
    if (head.number < cursor.block) {
      secondReading.forgetAfter(await otherChain.behind(node, cursor, head));
      return 'moved';
    }
    const border =
      head.number > cursor.block ? await requireHead(node, cursor, head.number) : undefined;
    if ((await secondReading.check(node, cursor, head.number)) !== undefined) return 'moved';
    if (head.number === cursor.block) {
      if (head.hash !== cursor.hash && cursor.block >= cursor.start_block)
        return undo(node, cursor);
      if (cursor.synced_at === 0 || clock.now() - cursor.head_at > NOTE_MS)
        await store.noteHead(head.number, clock.now(), true);
      otherChain.agree();
      return 'at-head';
    }
    if (border !== undefined) {
      const isFarAhead = await isFar(node, cursor, border.number);
      if (isFarAhead === 'other-chain') return undo(node, cursor);
      if (isFarAhead) {
        otherChain.agree();
        return { border, head: head.number, until: clock.now() + FAR_MS };
      }
    }
    return readNear(node, cursor, head.number);
  }

  /** Commits the next range, read from one node and verified. */
  async function readNear(node: ChainNode, cursor: Cursor, head: number): Promise<SyncOutcome> {
    const from = cursor.block + 1;
    const { found, isUndoable } = await readNextRange(node, from, head, { reading, habitsOf });
    if (found.parentHash !== cursor.hash) return undo(node, cursor);
    if (!isUndoable && found.blocks.length === 0) await confirmEmpty(node, from, found);
    await store.commit(cursor, {
      transactions: found.transactions,
      last: found.last,
      blocks: isUndoable ? found.blocks : [],
      isUndoable,
      headBlock: head,
      now: clock.now(),
    });
    otherChain.agree();
    await finalize(head);
    if (found.last.number < head) return 'moved';
    if (cursor.synced_at === 0) await store.noteHead(head, clock.now(), true);
    return 'at-head';
  }

  /**
   * Checks that the node has the head that it reports, because the head decides which blocks are
   * final. Returns the last final block if it is ahead of the cursor.
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

  /** Periodically deletes undo data of final blocks. */
  async function finalize(head: number): Promise<void> {
    const upTo = head - UNDOABLE_BLOCKS;
    if (upTo < finalizedUpTo + UNDOABLE_BLOCKS / 8) return;
    await store.finalize(upTo);
    doubts.forget((number) => number <= upTo);
    finalizedUpTo = upTo;
  }

  return {
    async step() {
      try {
        let cursor = await store.cursor();
        const isOver = far !== undefined && (cursor?.block ?? Infinity) >= far.border.number;
        if (far === undefined || isOver || clock.now() > far.until) {
          far = undefined;
          const outcome = await nodes.use(advance);
          if (typeof outcome === 'string') return outcome;
          far = outcome;
          cursor = await store.cursor();
        }
        return cursor === undefined ? 'moved' : await readFar(cursor, far);
      } catch (error) {
        // Another writer moved the cursor: the next step continues from there.
        if (error instanceof CursorMoved) return 'moved';
        throw error;
      }
    },
    get doubtfulBlocks() {
      return doubts.size;
    },
  };
}
