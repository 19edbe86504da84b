/** Longest range that is ever asked for; public nodes refuse more. */
const LONGEST = 10_000;
const FIRST = 64;
/** A range should hold about this many logs, so that memory stays flat. */
const LOGS_PER_RANGE = 3_000;
/** After so many answers the node's limit may have changed: a longer range is tried again. */
const ANSWERS_BEFORE_PROBE = 200;
/** Growth by this share of a range that was accepted. */
const GROWTH = 16;
/** A refusal after so many answers is taken for a passing failure of the node. */
const STEADY_ANSWERS = 20;

export interface Refusal {
  /** The number of blocks that the node named. */
  readonly limit: number | undefined;
  /** A failure that may pass by itself, such as a time-out. */
  readonly isPassing: boolean;
}

/**
 * Finds the range of blocks that a node accepts for one question. It grows fast until the first
 * refusal, takes the limit from the node's message or halves, and then grows by small steps, so that
 * it settles close below the limit.
 */
export interface LogRange {
  /** Blocks to ask for next. */
  readonly length: number;
  /** Whether the node has refused a longer question. */
  readonly isLimited: boolean;
  /** Whether the node has accepted a question of this length. */
  readonly isProven: boolean;
  /** Notes an answer to a question for `asked` blocks, and how many logs it held. */
  accept(asked: number, logs: number): void;
  refuse(asked: number, refusal: Refusal): void;
}

export function createLogRange(longest = LONGEST): LogRange {
  let length = Math.min(FIRST, longest);
  let hasBeenRefused = false;
  /** Longest accepted and shortest refused range, as far as they are still trusted. */
  let accepted = 0;
  let refused = Number.POSITIVE_INFINITY;
  let answers = 0;
  let failures = 0;
  /** After a passing failure the range doubles up to here. */
  let recovery = 0;

  function grown(asked: number): number {
    if (!hasBeenRefused) return asked * 4;
    if (asked < recovery) return Math.min(asked * 2, recovery);
    const next = asked + Math.max(1, Math.floor(asked / GROWTH));
    // The gap to the limit is smaller than a step: the range has settled.
    return next < refused ? next : asked;
  }

  return {
    get length() {
      return length;
    },
    get isLimited() {
      return hasBeenRefused;
    },
    get isProven() {
      return length <= accepted;
    },
    accept(asked, logs) {
      answers++;
      failures = 0;
      if (answers % ANSWERS_BEFORE_PROBE === 0) refused = Number.POSITIVE_INFINITY;
      const fitting = Math.floor(asked * Math.max(0.25, LOGS_PER_RANGE / Math.max(1, logs)));
      // A question that the head or a border cut short says nothing about longer ones.
      if (asked < length && fitting >= asked) return;
      accepted = Math.max(accepted, asked);
      if (asked >= refused) refused = Number.POSITIVE_INFINITY;
      length = Math.max(1, Math.min(grown(asked), fitting, longest));
    },
    refuse(asked, { limit, isPassing }) {
      // Questions that were under way together are refused together.
      if (asked > length) return;
      // Single requests to public nodes fail now and then: the same question once more.
      if (isPassing && failures++ === 0) return;
      const isDegraded = answers > 0 && answers < STEADY_ANSWERS;
      answers = 0;
      const half = Math.max(1, Math.floor(asked / 2));
      if (isPassing && (accepted === 0 || (asked <= accepted && !isDegraded))) {
        recovery = accepted;
        length = half;
        return;
      }
      hasBeenRefused = true;
      recovery = 0;
      refused = asked;
      if (limit !== undefined && limit < asked) {
        length = limit;
        refused = limit + 1;
        accepted = Math.min(accepted, limit);
      } else if (accepted > 0 && accepted < asked) length = accepted;
      else {
        length = half;
        accepted = Math.min(accepted, length);
      }
    },
  };
}
