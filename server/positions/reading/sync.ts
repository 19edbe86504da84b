import type { ChainNode } from '../../../shared/chain/logs/chain-node.ts';
import { readPart } from '../../../shared/chain/logs/read-part.ts';
import type { Clock } from '../../../shared/ports.ts';
import type { TrustedEmitters } from '../../../shared/positions/from-logs.ts';
import { type Block, latestBlock, requireBlock } from '../../chain/blocks.ts';
import type { Nodes } from '../../chain/nodes.ts';
import { type Cursor, CursorMoved } from '../storing/cursor.ts';
import type { IndexerStore } from '../storing/store.ts';
import { createAskLogs } from './ask-logs.ts';
import { begin } from './begin.ts';
import { createChainMajority } from './chain-majority.ts';
import { createConfirmation } from './confirmation.ts';
import { createDifferences, type Difference } from './differences.ts';
import { createOtherChain } from './other-chain.ts';
import { createFarReading } from './read-far.ts';
import { type RangeReading, readRange } from './read-range.ts';
import { UNDOABLE_BLOCKS, UNDOABLE_RANGE } from './undoable.ts';

/** Milliseconds after which an unchanged head is stored once more. */
const NOTE_MS = 10_000;

type SyncOutcome =
  /** The database has everything that the node has, or that the nodes agree on. */
  | 'at-head'
  /** A range was added or blocks were undone, so another step may be necessary. */
  | 'moved';

export interface Sync {
  /**
   * Makes one step towards the head.
   * @throws ChainNodeError and database errors
   */
  step(): Promise<SyncOutcome>;
  /** Newest ranges for which nodes returned different logs. */
  differences(): readonly Difference[];
  /** Last block that two nodes agree on; undefined with a single node. */
  confirmedBlock(): number | undefined;
  /** True if the nodes contradict each other, about the chain or about the next blocks. */
  isDisputed(): boolean;
  /** Forgets which blocks are confirmed, because another instance may have read blocks again. */
  forget(): void;
}

/**
 * Follows the chain. Each transaction stores a range of logs together with the cursor. A step reads
 * from one node, continues from the last block, and is discarded if anything contradicts it. After
 * a kill, all complete steps remain.
 */
export function createSync(deps: {
  readonly nodes: Nodes;
  readonly store: IndexerStore;
  readonly clock: Clock;
  /** Possible first blocks; the first of them that the node has is used. */
  readonly startBlocks: readonly number[];
  readonly trusted: TrustedEmitters;
  /** Milliseconds for which a single node must report another chain before the index is reset. */
  readonly resetAfterMs: number;
  /** Called with the number of blocks that another chain replaces. */
  readonly onUndone?: (blocks: number) => void;
}): Sync {
  const { nodes, store, clock, trusted } = deps;
  const reading: RangeReading = {
    trusted,
    ask: createAskLogs(trusted),
    options: store.aliveOptions,
  };
  const differences = createDifferences(clock);
  const far = createFarReading({ nodes, store, clock, reading, differences });
  const otherChain = createOtherChain(deps);
  const confirmation = createConfirmation({ nodes, store, reading, differences });
  const majority = createChainMajority(nodes, clock);
  let finalizedUpTo = 0;

  async function undo(node: ChainNode, cursor: Cursor): Promise<SyncOutcome> {
    confirmation.forgetAfter(await otherChain.undo(node, cursor));
    return 'moved';
  }

  /**
   * Makes a step at the head, reads a range from one node, or begins to read final blocks from all
   * nodes.
   */
  async function advance(node: ChainNode): Promise<SyncOutcome> {
    await majority.ensure(node);
    const cursor = (await store.cursor()) ?? (await begin(node, deps));
    const head = await latestBlock(node);
    if (head.number < cursor.block) {
      confirmation.forgetAfter(await otherChain.behind(node, cursor, head));
      return 'moved';
    }
    const border =
      head.number > cursor.block ? await ensureHead(node, cursor, head.number) : undefined;
    const confirmed = await confirmation.check(cursor, head.number);
    if (confirmed === 'changed') return 'moved';
    if (confirmed === 'disputed') return 'at-head';
    if (head.number === cursor.block) {
      if (head.hash !== cursor.hash && cursor.block >= cursor.start_block)
        return undo(node, cursor);
      if (cursor.synced_at === 0 || clock.now() - cursor.head_at > NOTE_MS)
        await store.noteHead(highest(head.number), clock.now(), true);
      otherChain.agree();
      return 'at-head';
    }
    if (border !== undefined && confirmed === 'done' && far.isPossible()) {
      const next = await requireBlock(node, cursor.block + 1);
      if (next.parentHash !== cursor.hash) return undo(node, cursor);
      otherChain.agree();
      far.begin(border, head.number);
      return 'moved';
    }
    return readNear(node, cursor, head.number);
  }

  /**
   * Commits the next range of one node. `confirmation` later compares the range with another node.
   */
  async function readNear(node: ChainNode, cursor: Cursor, head: number): Promise<SyncOutcome> {
    const from = cursor.block + 1;
    const range = { from, to: endOf(from, head) };
    const { found } = await readPart(node, range, (part) =>
      readRange(node, part.from, part.to, reading),
    );
    if (found.parentHash !== cursor.hash) return undo(node, cursor);
    await store.commit(cursor, {
      transactions: found.transactions,
      last: found.last,
      blocks: found.blocks,
      isUndoable: true,
      headBlock: highest(head),
      now: clock.now(),
    });
    const by = nodes.lanes.find((lane) => lane.node === (node.origin ?? node));
    confirmation.noteRead({ from, to: found.last.number }, by);
    otherChain.agree();
    await finalize(head);
    // With several nodes, the next step confirms the range.
    if (found.last.number < head || nodes.lanes.length > 1) return 'moved';
    if (cursor.synced_at === 0) await store.noteHead(head, clock.now(), true);
    return 'at-head';
  }

  const highest = (head: number) => Math.max(head, nodes.highestHead());

  /**
   * Checks that the node really has the head that it reports, because the head decides which blocks
   * are final. Returns the last final block if that block is ahead of the cursor.
   */
  async function ensureHead(
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

  /**
   * Deletes undo data of final blocks. Runs once per `UNDOABLE_BLOCKS / 8` blocks, not at every
   * step.
   */
  async function finalize(head: number): Promise<void> {
    const isAlone = nodes.lanes.length === 1;
    const upTo = Math.min(head - UNDOABLE_BLOCKS, isAlone ? head : confirmation.upTo);
    if (upTo < finalizedUpTo + UNDOABLE_BLOCKS / 8) return;
    await store.finalize(upTo);
    finalizedUpTo = upTo;
  }

  return {
    async step() {
      try {
        const cursor = await store.cursor();
        if (cursor === undefined || !far.isAheadOf(cursor)) {
          far.end();
          return await nodes.use(advance);
        }
        await far.commitNext(cursor);
        return 'moved';
      } catch (error) {
        // Too few nodes work. So the next step reads from one node, and another node confirms the
        // range later.
        far.end();
        // Another writer has moved the cursor. The next step continues there.
        if (error instanceof CursorMoved) return 'moved';
        throw error;
      }
    },
    differences: differences.list,
    isDisputed: () => confirmation.isDisputed || majority.isContradicted,
    forget: () => confirmation.forgetAfter(-1),
    confirmedBlock: () =>
      nodes.lanes.length === 1 || confirmation.upTo < 0 ? undefined : confirmation.upTo,
  };
}

/** Returns the end of the next range to read from one node. Near the head, ranges are short. */
function endOf(from: number, head: number): number {
  const border = head - UNDOABLE_BLOCKS;
  return from <= border ? border : Math.min(from + UNDOABLE_RANGE - 1, head);
}
