import { BodyTooLarge, boundedChunks } from '../../shared/bounded-text.ts';
import type { FeedEntry } from '../../shared/orders/parse-feed.ts';
import type { Clock, Fetch } from '../../shared/ports.ts';
import type { EpochMs } from '../../shared/units.ts';
import type { Lease } from '../database/failover/lease.ts';
import type { EntryChecker, OpenFeed } from './entry-checker.ts';

/** Maximum bytes of a feed: far more than the largest known feed (0.4 MB), and still harmless. */
const MAX_BYTES = 16_000_000;

type UpstreamProblem =
  | 'unreachable'
  | 'slow'
  | 'too-large'
  | 'refused'
  | 'not-json'
  | 'not-a-feed'
  | 'not-stored';

interface UpstreamStatus {
  /** Host and port only. */
  readonly name: string;
  readonly status: 'waiting' | 'ok' | 'failing';
  readonly problem: UpstreamProblem | undefined;
  readonly lastSuccess: EpochMs | undefined;
  readonly accepted: number;
  readonly refused: number;
}

export interface Upstream {
  /** Reads the feed once, if this instance has the lease. Never throws. */
  poll(): Promise<void>;
  status(): UpstreamStatus;
}

/** Polls another feed, verifies its orders and publishes them. */
export function createUpstream(deps: {
  readonly url: string;
  readonly fetch: Fetch;
  readonly clock: Clock;
  readonly timeoutMs: number;
  /** Only one of the instances on a database reads the upstream. */
  readonly lease: Lease;
  /** Verifies and stores entries. Returns the number of valid entries. */
  readonly publish: (entries: readonly FeedEntry[], source: string) => Promise<number>;
  readonly readFeed: EntryChecker['readFeed'];
}): Upstream {
  const name = URL.parse(deps.url)?.host ?? 'upstream';
  let status: UpstreamStatus = {
    name,
    status: 'waiting',
    problem: undefined,
    lastSuccess: undefined,
    accepted: 0,
    refused: 0,
  };

  async function read(): Promise<OpenFeed | UpstreamProblem> {
    const body = await readBody(deps);
    return 'chunks' in body ? deps.readFeed(body.chunks) : body.problem;
  }

  return {
    async poll() {
      try {
        if (!(await deps.lease.hold())) return;
        const feed = await read();
        if (typeof feed === 'string') {
          status = { ...status, status: 'failing', problem: feed };
          return;
        }
        let accepted = 0;
        for await (const part of feed.parts())
          accepted += await deps.publish(part, `upstream ${name}`);
        const refused = feed.orders + feed.problems - accepted;
        const lastSuccess = deps.clock.now();
        status = { name, status: 'ok', problem: undefined, lastSuccess, accepted, refused };
      } catch {
        // The database or the checker failed; health reports each of them separately.
        status = { ...status, status: 'failing', problem: 'not-stored' };
      }
    },
    status: () => status,
  };
}

/** The bytes aren't joined or decoded here, because 16 MB would block the event loop. */
async function readBody({
  fetch,
  url,
  timeoutMs,
}: {
  readonly fetch: Fetch;
  readonly url: string;
  readonly timeoutMs: number;
}): Promise<{ chunks: readonly Uint8Array[] } | { problem: UpstreamProblem }> {
  try {
    const response = await fetch(url, {
      signal: AbortSignal.timeout(timeoutMs),
      redirect: 'follow',
    });
    if (!response.ok) return { problem: 'refused' };
    const chunks: Uint8Array[] = [];
    for await (const chunk of boundedChunks(response, MAX_BYTES)) chunks.push(chunk);
    return { chunks };
  } catch (error) {
    if (error instanceof BodyTooLarge) return { problem: 'too-large' };
    const isSlow = error instanceof Error && error.name === 'TimeoutError';
    return { problem: isSlow ? 'slow' : 'unreachable' };
  }
}
