import type { Wait } from '../../../../shared/ports.ts';
import type { LogLane, Span } from './log-lane.ts';

const LOOK_MS = 250;
/** Pieces that are read ahead of a missing one. */
const MOST_AHEAD = 64;
/** A node is skipped when it accepts this many times fewer blocks than another one. */
const SHARE = 20;

/** Every node failed too often. */
export class NoLaneError extends Error {}

/** Blocks, the nodes that answered for all of them, and their answers. */
interface Part<Found> {
  readonly span: Span;
  readonly by: readonly LogLane[];
  readonly found: readonly Found[];
}

/** How a run reads from its nodes. */
export interface Reading {
  readonly lanes: readonly LogLane[];
  /** Nodes to read each piece from. */
  readonly copies: number;
  readonly wait: Wait;
  readonly isWanted: () => boolean;
}

/** Returns true for a node whose limit would delay all the others. */
export function isTooNarrow(lane: LogLane, lanes: readonly LogLane[]): boolean {
  return (
    lane.isLimited && lanes.some((other) => !other.isOut && other.length > lane.length * SHARE)
  );
}

/**
 * Reads a span of blocks from several nodes side by side, each in the ranges that it accepts, and
 * commits the pieces in order, from the end that `direction` starts at. Reads each piece from
 * `copies` nodes, or from fewer when no other is available; `by` names them. Hands a refused piece
 * to the next free node. Resolves early when `commit` returns false or the reading is unwanted.
 * @throws NoLaneError when every node failed too often
 */
export async function readSpan<Found>(
  options: Reading & {
    readonly span: Span;
    readonly direction: 'up' | 'down';
    readonly read: (lane: LogLane, piece: Span) => Promise<readonly Found[]>;
    readonly commit: (
      piece: Span,
      found: readonly Found[],
      by: readonly LogLane[],
    ) => Promise<boolean>;
  },
): Promise<void> {
  const { lanes, span, direction, copies } = options;
  const isUp = direction === 'up';
  /** Unassigned spans, next to commit first. */
  let waiting: readonly Part<Found>[] = span.from > span.to ? [] : [{ span, by: [], found: [] }];
  let ready: readonly Part<Found>[] = [];
  let edge = isUp ? span.from : span.to;
  let underWay = 0;
  let isOver = false;
  let committing: Promise<void> = Promise.resolve();

  const nearEnd = ({ from, to }: Span) => (isUp ? from : to);
  const inOrder = (a: Part<Found>, b: Part<Found>) =>
    isUp ? a.span.from - b.span.from : b.span.to - a.span.to;
  const isUsable = (lane: LogLane) => !lane.isOut && !isTooNarrow(lane, lanes);
  const isEnough = ({ by }: Part<Found>) =>
    by.length >= copies ||
    (by.length > 0 && lanes.every((lane) => by.includes(lane) || !isUsable(lane)));

  /** Takes the next blocks that this node hasn't answered for. */
  function take(lane: LogLane): Part<Found> | undefined {
    const isFull = ready.length + waiting.length > MOST_AHEAD;
    const isNeeded = (part: Part<Found>) =>
      !isFull || part.by.length > 0 || nearEnd(part.span) === edge;
    const next = waiting.find((part) => !part.by.includes(lane) && isNeeded(part));
    if (next === undefined) return undefined;
    const { from, to } = next.span;
    const length = lane.length;
    const piece = isUp
      ? { from, to: Math.min(to, from + length - 1) }
      : { from: Math.max(from, to - length + 1), to };
    const left = isUp ? { from: piece.to + 1, to } : { from, to: piece.from - 1 };
    const others = waiting.filter((part) => part !== next);
    // The answers so far belong to the piece that is committed first.
    waiting =
      left.from > left.to
        ? others
        : [...others, { span: left, by: next.by, found: [] }].sort(inOrder);
    return { ...next, span: piece };
  }

  /** Commits pieces that enough nodes, or all available ones, have answered for. */
  function confirm(): void {
    ready = [...ready, ...waiting.filter(isEnough)];
    waiting = waiting.filter((part) => !isEnough(part));
  }

  async function commitReady(): Promise<void> {
    for (;;) {
      const next = ready.find((part) => nearEnd(part.span) === edge);
      if (next === undefined || isOver) return;
      ready = ready.filter((one) => one !== next);
      const { span: piece, found, by } = next;
      edge = isUp ? piece.to + 1 : piece.from - 1;
      if (!(await options.commit(piece, found, by))) isOver = true;
    }
  }

  async function work(lane: LogLane): Promise<void> {
    while (!isOver && !lane.isOut && options.isWanted()) {
      confirm();
      committing = committing.then(commitReady);
      await committing;
      if (isOver) return;
      const part = isTooNarrow(lane, lanes) ? undefined : take(lane);
      if (part === undefined) {
        if (waiting.length === 0 && underWay === 0 && ready.length === 0) return;
        await options.wait(LOOK_MS);
        continue;
      }
      underWay += 1;
      let next = part;
      try {
        const found = await options.read(lane, part.span);
        next = { ...part, by: [...part.by, lane], found: [...part.found, ...found] };
      } catch {
        // The lane has learned from the failure.
      } finally {
        underWay -= 1;
        waiting = [...waiting, next].sort(inOrder);
      }
    }
  }

  await Promise.all(lanes.map(work));
  // The last node can fail with pieces that another one has answered for.
  confirm();
  await committing.then(commitReady);
  const isDone = isUp ? edge > span.to : edge < span.from;
  if (!isDone && !isOver && options.isWanted()) throw new NoLaneError('no node answers');
}
