/** Maximum number of blocks to request. Public nodes refuse more. */
const LONGEST = 10_000;
const FIRST = 64;
/** Target number of logs per range, to limit memory. */
const LOGS_PER_RANGE = 3_000;
/** Number of responses before a longer range is tried, in case the node's limit has changed. */
const ANSWERS_BEFORE_PROBE = 200;
/** An accepted range grows by 1/`GROWTH` of its length. */
const GROWTH = 16;
/** Number of responses after which a refusal is treated as a temporary failure. */
const STEADY_ANSWERS = 20;

interface Refusal {
  /** The limit that the node named, in blocks. */
  readonly limit: number | undefined;
  /** A failure that may be temporary, such as a timeout. */
  readonly isPassing: boolean;
}

/**
 * Finds the number of blocks that a node accepts in a request. The number grows fast until the
 * first refusal. Then it becomes the limit in the node's message, or half the number if the message
 * names no limit, and grows slowly to just below the limit.
 */
export interface LogRange {
  /** Number of blocks to request next. */
  readonly length: number;
  /** True if the node has refused a longer range. */
  readonly isLimited: boolean;
  /** True if the node has accepted a range of this length. */
  readonly isProven: boolean;
  readonly proven: number;
  /** Records a response to a request for `asked` blocks, and its number of logs. */
  accept(asked: number, logs: number): void;
  refuse(asked: number, refusal: Refusal): void;
}

export function createLogRange(longest = LONGEST): LogRange {
  let length = Math.min(FIRST, longest);
  let hasBeenRefused = false;
  /** The longest accepted and the shortest refused range that are still valid. */
  let accepted = 0;
  let refused = Number.POSITIVE_INFINITY;
  let answers = 0;
  let failures = 0;
  /** Length up to which the range doubles again after a temporary failure. */
  let recovery = 0;

  function grown(asked: number): number {
    if (!hasBeenRefused) return asked * 4;
    if (asked < recovery) return Math.min(asked * 2, recovery);
    const next = asked + Math.max(1, Math.floor(asked / GROWTH));
    // The gap to the limit is smaller than a step, so the length is final.
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
    get proven() {
      return accepted;
    },
    accept(asked, logs) {
      answers++;
      failures = 0;
      if (answers % ANSWERS_BEFORE_PROBE === 0) refused = Number.POSITIVE_INFINITY;
      const fitting = Math.floor(asked * Math.max(0.25, LOGS_PER_RANGE / Math.max(1, logs)));
      // A request that the head or a border shortened doesn't show whether more is accepted.
      if (asked < length && fitting >= asked) return;
      accepted = Math.max(accepted, asked);
      if (asked >= refused) refused = Number.POSITIVE_INFINITY;
      length = Math.max(1, Math.min(grown(asked), fitting, longest));
    },
    refuse(asked, { limit, isPassing }) {
      // Parallel requests are refused together, so only the first refusal is counted.
      if (asked > length) return;
      // Single requests to public nodes fail at random, so after one failure the request is
      // repeated unchanged.
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
