import type { PageRequest } from '../../shared/messages/page.ts';

/** How much of a document may be on its way at once. */
export interface FlowLimits {
  /** Requests of ordinary size. */
  readonly small: number;
  /** Requests above `LARGE_LENGTH`. */
  readonly large: number;
}

/** A frame has less room than its page: a page can have hundreds of frames. */
export const PAGE_LIMITS: FlowLimits = { small: 64, large: 2 };
export const FRAME_LIMITS: FlowLimits = { small: 8, large: 1 };

const LARGE_LENGTH = 65_536;
const MAX_WAITING = 16_384;
/** UTF-16 units of all waiting requests together. */
const MAX_WAITING_LENGTH = 32_000_000;

/** Unanswered requests of one size, in the page's order. */
interface Lane {
  readonly most: number;
  readonly sent: Map<string, PageRequest>;
  readonly waiting: Map<string, PageRequest>;
}

/**
 * Holds back what a page asks too fast. The worker serves all sites one after the other, so a flood
 * waits here, in the page's own process, and slows down only its own page.
 */
export class Flow {
  readonly #lanes: readonly [small: Lane, large: Lane];
  #waitingLength = 0;

  constructor({ small, large }: FlowLimits) {
    const lane = (most: number): Lane => ({ most, sent: new Map(), waiting: new Map() });
    this.#lanes = [lane(small), lane(large)];
  }

  /** Takes a request. Returns false when too many wait already. */
  add(request: PageRequest): boolean {
    const [small, large] = this.#lanes;
    if (
      small.waiting.size + large.waiting.size >= MAX_WAITING ||
      this.#waitingLength + request.params.length > MAX_WAITING_LENGTH
    ) {
      return false;
    }
    const lane = request.params.length > LARGE_LENGTH ? large : small;
    lane.waiting.set(request.id, request);
    this.#waitingLength += request.params.length;
    return true;
  }

  has(id: string): boolean {
    return this.#lanes.some(({ sent, waiting }) => sent.has(id) || waiting.has(id));
  }

  /** The request was answered. */
  end(id: string): void {
    for (const { sent } of this.#lanes) sent.delete(id);
  }

  /** Sends what has room. */
  send(post: (request: PageRequest) => void): void {
    for (const { most, sent, waiting } of this.#lanes) {
      for (const [id, request] of waiting) {
        if (sent.size >= most) break;
        waiting.delete(id);
        this.#waitingLength -= request.params.length;
        sent.set(id, request);
        post(request);
      }
    }
  }

  /** Sends what was on its way to a worker that died, then what has room. */
  sendAgain(post: (request: PageRequest) => void): void {
    for (const { sent } of this.#lanes) for (const request of sent.values()) post(request);
    this.send(post);
  }

  isEmpty(): boolean {
    return this.#lanes.every(({ sent, waiting }) => sent.size + waiting.size === 0);
  }

  /** Forgets everything. Returns the ids of all unanswered requests. */
  clear(): string[] {
    const ids = this.#lanes.flatMap(({ sent, waiting }) => [...sent.keys(), ...waiting.keys()]);
    for (const { sent, waiting } of this.#lanes) {
      sent.clear();
      waiting.clear();
    }
    this.#waitingLength = 0;
    return ids;
  }
}
