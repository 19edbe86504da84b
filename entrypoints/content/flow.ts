import type { PageRequest } from '../../shared/messages/page.ts';

/** Maximum numbers of a document's unanswered requests at the worker. */
export interface FlowLimits {
  readonly small: number;
  /** Maximum number of requests longer than `LARGE_LENGTH`. */
  readonly large: number;
}

/** Limits for a page. A frame has lower limits, because a page can have hundreds of frames. */
export const PAGE_LIMITS: FlowLimits = { small: 64, large: 2 };
export const FRAME_LIMITS: FlowLimits = { small: 8, large: 1 };

const LARGE_LENGTH = 65_536;
const MAX_WAITING = 16_384;
/** Maximum UTF-16 units of all waiting requests together. */
const MAX_WAITING_LENGTH = 32_000_000;

/** Unanswered requests of one size class, in order. */
interface Lane {
  readonly most: number;
  readonly sent: Map<string, PageRequest>;
  readonly waiting: Map<string, PageRequest>;
}

/**
 * Holds back requests that a page sends too fast. The worker serves all sites, so a flood waits in
 * the page's own process and slows down only that page.
 */
export class Flow {
  readonly #lanes: readonly [small: Lane, large: Lane];
  #waitingLength = 0;

  constructor({ small, large }: FlowLimits) {
    const lane = (most: number): Lane => ({ most, sent: new Map(), waiting: new Map() });
    this.#lanes = [lane(small), lane(large)];
  }

  /** Adds a request. Returns false when too many are waiting. */
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

  /** Frees the place of an answered request. */
  end(id: string): void {
    for (const { sent } of this.#lanes) sent.delete(id);
  }

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

  /** Repeats the requests that a dead worker hasn't answered, then sends further requests. */
  sendAgain(post: (request: PageRequest) => void): void {
    for (const { sent } of this.#lanes) for (const request of sent.values()) post(request);
    this.send(post);
  }

  isEmpty(): boolean {
    return this.#lanes.every(({ sent, waiting }) => sent.size + waiting.size === 0);
  }

  /** Drops all requests. Returns the ids of the unanswered requests. */
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
