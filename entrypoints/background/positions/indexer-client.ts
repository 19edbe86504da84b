import { CondorError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/messages/page.ts';
import { parseJson } from '../../../shared/parse.ts';
import type { Fetch } from '../../../shared/ports.ts';
import { type IndexedPosition, parsePositions } from '../../../shared/positions/parse-position.ts';

const TIMEOUT_MS = 15_000;

export class IndexerError extends CondorError<'indexer-unreachable' | 'indexer-unreadable'> {}

export type IndexerClient = ReturnType<typeof createIndexerClient>;

/** Typed client of the indexer's paths that the wallet uses (spec, "HTTP: indexer"). */
export function createIndexerClient(deps: { fetch: Fetch; url: () => string }) {
  async function get(path: string, method: 'GET' | 'POST' = 'GET'): Promise<unknown> {
    try {
      const response = await deps.fetch(`${deps.url()}/api/v1${path}`, {
        method,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        credentials: 'omit',
        cache: 'no-store',
      });
      if (!response.ok) throw new Error('the indexer answered with an error');
      return parseJson(await response.text());
    } catch (cause) {
      throw new IndexerError(
        'indexer-unreachable',
        'The indexer does not answer. Positions on the chain are not affected.',
        { cause },
      );
    }
  }

  async function list(path: string): Promise<readonly IndexedPosition[]> {
    const parsed = parsePositions(await get(path));
    if (parsed === undefined) {
      throw new IndexerError('indexer-unreadable', 'The indexer answers something unreadable.');
    }
    return parsed.positions;
  }

  return {
    /** Asks the indexer to catch up; `skipped` when it did so less than 10 s ago. */
    async update(): Promise<'success' | 'skipped' | 'error'> {
      const answer = await get('/update', 'POST');
      const status = isRecord(answer) ? answer.status : undefined;
      return status === 'success' || status === 'skipped' ? status : 'error';
    },
    /** Open positions and history of an account, as one list. */
    async positions(account: string): Promise<readonly IndexedPosition[]> {
      const [open, history] = await Promise.all([
        list(`/user/${account}/positions`),
        list(`/user/${account}/history`),
      ]);
      const known = new Set(history.map(({ position }) => position.address));
      return [...history, ...open.filter(({ position }) => !known.has(position.address))];
    },
  };
}
