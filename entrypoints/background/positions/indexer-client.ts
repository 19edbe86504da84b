import { i18n } from '#i18n';
import { boundedText } from '../../../shared/bounded-text.ts';
import { CondorError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { type IndexedPosition, parsePositions } from '../../../shared/positions/parse-position.ts';

const TIMEOUT_MS = 10_000;
/** Some ten thousand positions of one account. */
const MAX_BYTES = 32_000_000;

export class IndexerError extends CondorError<
  'indexer-unreachable' | 'indexer-behind' | 'indexer-unreadable'
> {}

/** How an `update` ended; `skipped` means that one ran less than ten seconds ago. */
export type UpdateOutcome = 'success' | 'skipped' | 'error';

export type IndexerClient = ReturnType<typeof createIndexerClient>;

/**
 * Typed client of the indexer's paths that the wallet uses (spec, "HTTP: indexer"), tolerant of every
 * known indexer: see `parsePositions`. Rejects with `IndexerError` only.
 */
export function createIndexerClient(deps: {
  fetch: Fetch;
  url: () => string;
  /** Where positions and history of accounts are; the indexer itself when absent. */
  positionsUrl?: () => string;
}) {
  const { positionsUrl = deps.url } = deps;

  async function ask(base: string, path: string, method: 'GET' | 'POST') {
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
    if (status === 503) {
      throw new IndexerError('indexer-behind', i18n.t('worker.theIndexerIsStillReading'));
    }
    if (status !== 200) throw unreachable();
    return body;
  }

  async function list(base: string, path: string): Promise<readonly IndexedPosition[]> {
    const parsed = parsePositions(await read(base, path));
    if (parsed === undefined) {
      throw new IndexerError(
        'indexer-unreadable',
        i18n.t('worker.theIndexerAnswersSomethingUnreadable'),
      );
    }
    return parsed.positions;
  }

  return {
    /** Asks the indexer to catch up, once. What it cannot do it says with 500 and `error`. */
    async update(): Promise<UpdateOutcome> {
      const { body } = await ask(deps.url(), '/update', 'POST');
      const status = isRecord(body) ? body.status : undefined;
      return status === 'success' || status === 'skipped' ? status : 'error';
    },
    /** Open positions and history of an account, as one list. */
    async positions(account: string): Promise<readonly IndexedPosition[]> {
      const [open, history] = await Promise.all([
        list(positionsUrl(), `/user/${account}/positions`),
        list(positionsUrl(), `/user/${account}/history`),
      ]);
      // Settled between the two answers: the history knows more.
      const known = new Set(history.map(({ position }) => position.address));
      return [...history, ...open.filter(({ position }) => !known.has(position.address))];
    },
    /** Protocol statistics, unparsed: totals, and day by day. */
    async statistics(): Promise<{ protocol: unknown; daily: unknown }> {
      const [protocol, daily] = await Promise.all([
        read(deps.url(), '/stats/protocol'),
        read(deps.url(), '/stats/daily'),
      ]);
      return { protocol, daily };
    },
    /** Open positions of everybody. */
    openPositions: (): Promise<readonly IndexedPosition[]> =>
      list(positionsUrl(), '/open-positions'),
  };
}

function unreachable(cause?: unknown): IndexerError {
  return new IndexerError('indexer-unreachable', i18n.t('worker.theIndexerDoesNotAnswer'), {
    cause,
  });
}
