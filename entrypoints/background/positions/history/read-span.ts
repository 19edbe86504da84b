import type { Wait } from '../../../../shared/ports.ts';
import type { LogLane, Span } from './log-lane.ts';

const LOOK_MS = 250;
/** Pieces that are read ahead of one that is still missing. */
const MOST_AHEAD = 64;
/** A node that takes so much less than another one is left in peace. */
const SHARE = 20;

/** No node is left that answers. */
export class NoLaneError extends Error {}

/**
 * Reads a span of blocks from several nodes side by side, each in the ranges that it accepts, and
 * commits the pieces in order, from the end that `direction` starts at. A piece that a node refuses
 * goes to the next one that is free. Resolves early when `commit` returns false or the reading is
 * unwanted. @throws NoLaneError when every node failed too often
 */
export async function readSpan<Found>(options: {
  readonly lanes: readonly LogLane[];
  readonly span: Span;
  readonly direction: 'up' | 'down';
  readonly read: (lane: LogLane, piece: Span) => Promise<Found>;
  readonly commit: (piece: Span, found: Found) => Promise<boolean>;
  readonly isWanted: () => boolean;
  readonly wait: Wait;
}): Promise<void> {
  const { lanes, span, direction } = options;
  const isUp = direction === 'up';
  /** Spans that nobody reads now, the next one to commit first. */
  let waiting: readonly Span[] = span.from > span.to ? [] : [span];
  let ready: readonly { readonly piece: Span; readonly found: Found }[] = [];
  let edge = isUp ? span.from : span.to;
  let underWay = 0;
  let isOver = false;
  let committing: Promise<void> = Promise.resolve();

  const nearEnd = ({ from, to }: Span) => (isUp ? from : to);
  const inOrder = (a: Span, b: Span) => (isUp ? a.from - b.from : b.to - a.to);

  function take(length: number): Span | undefined {
    const [next, ...others] = waiting;
    if (next === undefined || ready.length > MOST_AHEAD) return undefined;
    const { from, to } = next;
    const piece = isUp
      ? { from, to: Math.min(to, from + length - 1) }
      : { from: Math.max(from, to - length + 1), to };
    const left = isUp ? { from: piece.to + 1, to } : { from, to: piece.from - 1 };
    waiting = left.from > left.to ? others : [left, ...others];
    return piece;
  }

  async function commitReady(): Promise<void> {
    for (;;) {
      const next = ready.find(({ piece }) => nearEnd(piece) === edge);
      if (next === undefined || isOver) return;
      ready = ready.filter((one) => one !== next);
      const { piece, found } = next;
      edge = isUp ? piece.to + 1 : piece.from - 1;
      if (!(await options.commit(piece, found))) isOver = true;
    }
  }

  const isIdle = (lane: LogLane) =>
    lanes.some((other) => !other.isOut && other.length > lane.length * SHARE);

  async function work(lane: LogLane): Promise<void> {
    while (!isOver && !lane.isOut && options.isWanted()) {
      const piece = isIdle(lane) ? undefined : take(lane.length);
      if (piece === undefined) {
        if (waiting.length === 0 && underWay === 0) return;
        await options.wait(LOOK_MS);
        continue;
      }
      underWay += 1;
      try {
        const found = await options.read(lane, piece);
        ready = [...ready, { piece, found }];
      } catch {
        // The lane has learned from it.
        waiting = [...waiting, piece].sort(inOrder);
        continue;
      } finally {
        underWay -= 1;
      }
      committing = committing.then(commitReady);
      await committing;
    }
  }

  await Promise.all(lanes.map(work));
  const isDone = isUp ? edge > span.to : edge < span.from;
  if (!isDone && !isOver && options.isWanted()) throw new NoLaneError('no node answers');
}
