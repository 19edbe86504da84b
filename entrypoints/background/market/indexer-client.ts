import { boundedText } from '../../../shared/bounded-text.ts';
import { FACTORY_R12 } from '../../../shared/chain/deployments.ts';
import { CondorError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';
import type { INDEXER_CODES } from '../../../shared/messages/failure-codes.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';
import {
  type IndexedPosition,
  parsePosition,
  parsePositions,
} from '../../../shared/positions/parse-position.ts';
import type { PositionRecord } from '../../../shared/positions/record.ts';

const TIMEOUT_MS = 10_000;
/** Maximum bytes of an answer: about ten thousand positions of one account. */
const MAX_BYTES = 32_000_000;

export class IndexerError extends CondorError<(typeof INDEXER_CODES)[number]> {}

/**
 * Outcome of an `update`. `skipped`: the last update was less than ten seconds ago. `unneeded`: the
 * indexer follows the chain by itself and doesn't have the path.
 */
export type UpdateOutcome = 'success' | 'skipped' | 'unneeded' | 'error';

/**
 * Layouts of an indexer's accounts: `book` wraps its answers in `{data}`, `plain` returns bare
 * arrays.
 */
export type IndexerLayout = 'book' | 'plain';

const PREFIXES: Readonly<Record<IndexerLayout, string>> = { book: '/book', plain: '' };
/** Times above this are in milliseconds. */
const MAX_SECONDS = 1e11;
/** Any account. Only the status of the answer is used. */
const SOMEBODY = '0x0000000000000000000000000000000000000001';

/** Layout of each host, stored across restarts of the worker. */
export interface IndexerLayouts {
  get(base: string): Promise<IndexerLayout | undefined>;
  set(base: string, layout: IndexerLayout): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export type IndexerClient = ReturnType<typeof createIndexerClient>;

/**
 * Creates a client for the indexer's paths (options-market.md, "HTTP: indexer"). It accepts the
 * answers of every known indexer: see `parsePositions`. Rejects only with `IndexerError`.
 */
export function createIndexerClient(deps: {
  fetch: Fetch;
  url: () => string;
  /** Base URL for accounts' positions and history. Default: the indexer's URL. */
  positionsUrl?: () => string;
  layouts: IndexerLayouts;
}) {
  const { positionsUrl = deps.url } = deps;

  async function ask(base: string, path: string, method: 'GET' | 'POST'): Promise<Answer> {
    try {
      const response = await deps.fetch(`${base}/api/v1${path}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        credentials: 'omit',
        cache: 'no-store',
      });
      return { status: response.status, body: parseJson(await boundedText(response, MAX_BYTES)) };
    } catch (cause) {
      throw unreachable(cause);
    }
  }

  async function read(base: string, path: string): Promise<unknown> {
    const { status, body } = await ask(base, path, 'GET');
    return bodyOf(status, body);
  }

  /**
   * Returns the layout of a host. Tries `plain` first: an indexer with both layouts also lists the
   * factory's options in `plain`. Rejects when the host has neither.
   */
  async function findLayout(base: string, account: string): Promise<IndexerLayout> {
    for (const layout of ['plain', 'book'] as const) {
      const { status, body } = await ask(
        base,
        `${PREFIXES[layout]}/user/${account}/positions`,
        'GET',
      );
      // With status 503 the indexer reads the chain for the first time, so the path exists.
      if (status === 503 || (status === 200 && parsePositions(body) !== undefined)) return layout;
      if (status !== 404 && status !== 200) throw unreachable();
    }
    throw unreadable();
  }

  async function layoutOf(base: string, account: string): Promise<IndexerLayout> {
    return (await deps.layouts.get(base)) ?? findAndRemember(base, account);
  }

  async function findAndRemember(base: string, account: string): Promise<IndexerLayout> {
    const found = await findLayout(base, account);
    await deps.layouts.set(base, found);
    return found;
  }

  function askLists(base: string, layout: IndexerLayout, account: string) {
    const path = `${PREFIXES[layout]}/user/${account}`;
    return Promise.all([
      ask(base, `${path}/positions`, 'GET'),
      ask(base, `${path}/history`, 'GET'),
    ]);
  }

  return {
    /** Returns true when the user has chosen an indexer for positions. */
    isSet: (): boolean => positionsUrl() !== '',
    /** Returns how far the indexer has read the chain; `at` in Unix seconds. Empty when unknown. */
    async progress(): Promise<{ readonly block?: number; readonly at?: number }> {
      const base = positionsUrl();
      const layout = await layoutOf(base, SOMEBODY);
      const { status, body } = await ask(base, `${PREFIXES[layout]}/stats`, 'GET');
      if (status !== 200 || !isRecord(body)) return {};
      const { lastProcessedBlock: block, lastUpdateTimestamp: at } = body;
      return {
        ...(typeof block === 'number' && block > 0 ? { block } : {}),
        ...(typeof at === 'number' && at > 0 ? { at: at > MAX_SECONDS ? at / 1000 : at } : {}),
      };
    },
    async update(): Promise<UpdateOutcome> {
      const base = positionsUrl();
      const layout = await layoutOf(base, SOMEBODY).catch(() => 'plain' as const);
      const { status, body } = await ask(base, `${PREFIXES[layout]}/update`, 'POST');
      if (status === 404 || status === 405) return 'unneeded';
      if (!isRecord(body)) return 'error';
      if (body.status === 'success' || body.status === 'skipped') return body.status;
      // The path exists but does nothing, because the indexer updates by itself.
      return status === 200 && body.status !== 'error' ? 'unneeded' : 'error';
    },
    /** Returns an account's open and past positions as one list. */
    async positions(account: string): Promise<readonly IndexedPosition[]> {
      const base = positionsUrl();
      let answers = await askLists(base, await layoutOf(base, account), account);
      // The host may have changed its layout.
      if (answers.some(({ status }) => status === 404))
        answers = await askLists(base, await findAndRemember(base, account), account);
      const [open, history] = [positionsIn(answers[0]), positionsIn(answers[1])];
      // A position in both lists was settled between the two answers.
      const known = new Set(history.map(({ position }) => position.address));
      return [...history, ...open.filter(({ position }) => !known.has(position.address))];
    },
    /** Returns the position of one option; undefined when the indexer doesn't know it. */
    async option(address: string): Promise<PositionRecord | undefined> {
      for (const side of ['book', 'factory']) {
        const { status, body } = await ask(positionsUrl(), `/${side}/option/${address}`, 'GET');
        const parsed = status === 200 && isRecord(body) ? parsePosition(body.data) : '';
        if (typeof parsed !== 'string') return parsed.position;
      }
      return undefined;
    },
    /** Returns a request of the pinned factory with its offers, unparsed. */
    request: (id: bigint): Promise<unknown> =>
      read(deps.url(), `/factory/rfqs/${id}?factory=${FACTORY_R12.toLowerCase()}`),
    async requestsOf(account: string): Promise<readonly bigint[]> {
      const factory = FACTORY_R12.toLowerCase();
      const body = await read(deps.url(), `/factory/user/${account}/rfqs`);
      const rows: readonly unknown[] = isRecord(body) && Array.isArray(body.data) ? body.data : [];
      return rows.flatMap((row) => {
        if (!isRecord(row) || !/^\d{1,78}$/.test(String(row.id))) return [];
        // The deployed indexer lists the newest factory's requests without the factory's address.
        return String(row.factory ?? factory).toLowerCase() === factory
          ? [BigInt(String(row.id))]
          : [];
      });
    },
  };
}

function positionsIn({ status, body }: Answer): readonly IndexedPosition[] {
  const parsed = parsePositions(bodyOf(status, body));
  if (parsed === undefined) throw unreadable();
  return parsed.positions;
}

function bodyOf(status: number, body: unknown): unknown {
  if (status === 503) {
    throw new IndexerError('indexerBehind', 'The indexer is reading the chain.');
  }
  if (status !== 200) throw unreachable();
  return body;
}

function unreadable(): IndexerError {
  return new IndexerError('indexerUnreadable', 'The answer of the indexer cannot be read.');
}

function unreachable(cause?: unknown): IndexerError {
  return new IndexerError('indexerUnreachable', 'The indexer does not answer.', {
    cause,
  });
}
