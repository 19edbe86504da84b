import { boundedText } from '../../../../shared/bounded-text.ts';
import { CondorError } from '../../../../shared/errors.ts';
import { isRecord } from '../../../../shared/is-record.ts';
import type { PhishingListView } from '../../../../shared/messages/snapshot.ts';
import { parseJson } from '../../../../shared/parse.ts';
import type { Clock, Fetch } from '../../../../shared/ports.ts';
import type { Outgoing } from '../../kernel/outgoing.ts';
import type { Stored } from '../../kernel/stored.ts';
import type { PhishingListAt, PhishingListRows } from './keys.ts';

/** Host name with at least two labels. An entry like "com" would match much of the web. */
const HOST = /^(?=.{4,253}$)(?:[a-z0-9_-]+\.)+[a-z0-9-]+$/;
/** A list shorter than this is treated as corrupt. */
const MIN_NAMES = 1_000;
const MAX_DOWNLOAD_BYTES = 16_000_000;
/**
 * Maximum characters of a stored list, so that a vault write also fits into the storage's 10 MB.
 */
const MAX_KEPT_CHARACTERS = 6_000_000;
const TIMEOUT_MS = 60_000;

class PhishingListError extends CondorError<'noList' | 'badList'> {}

/** Host names, separated by line feeds. A set would need ten times the memory. */
interface Lists {
  readonly blocked: string;
  readonly allowed: string;
}

export type PhishingList = ReturnType<typeof createPhishingList>;

/**
 * Matches hosts with the list of `eth-phishing-detect` on this device, so that no visited host
 * leaves the device. The list is bundled. A newer list is fetched on request or weekly. If the
 * download fails, the old list stays.
 */
export function createPhishingList(deps: {
  /** Loads the bundled list, unparsed. Called when a site first asks for something. */
  loadBundled: () => Promise<unknown>;
  stored: Stored<PhishingListRows>;
  /** Epoch milliseconds at which the stored list was fetched. */
  storedAt: Stored<PhishingListAt>;
  outgoing: Pick<Outgoing, 'set'>;
  source: () => string;
  fetch: Fetch;
  clock: Clock;
  onChange: () => void;
}) {
  let lists: Promise<Lists> | undefined;
  let refreshedAt: number | undefined;

  async function read(): Promise<Lists> {
    return (await deps.stored.read()) ?? parseList(await deps.loadBundled());
  }

  async function download(): Promise<Lists> {
    const source = deps.source();
    await deps.outgoing.set('phishingList', [source]);
    try {
      const response = await deps.fetch(source, {
        signal: AbortSignal.timeout(TIMEOUT_MS),
        redirect: 'error',
        credentials: 'omit',
        cache: 'no-store',
      });
      if (!response.ok) throw new TypeError('not the list');
      return parseList(parseJson(await boundedText(response, MAX_DOWNLOAD_BYTES)));
    } catch (cause) {
      if (cause instanceof PhishingListError) throw cause;
      throw new PhishingListError('noList', 'The list could not be fetched.', { cause });
    } finally {
      await deps.outgoing.set('phishingList', []);
    }
  }

  return {
    async load(): Promise<void> {
      refreshedAt = (await deps.storedAt.read())?.at;
    },

    view: (): Pick<PhishingListView, 'refreshedAt'> =>
      refreshedAt === undefined ? {} : { refreshedAt },

    /**
     * Returns true when the list has the host or a parent domain, and no exception for the host.
     */
    async has(host: string): Promise<boolean> {
      lists ??= read().catch((error: unknown) => {
        lists = undefined;
        throw error;
      });
      const { blocked, allowed } = await lists;
      const labels = host.toLowerCase().replace(/\.$/, '').split('.');
      const domains = labels.map((_, index) => labels.slice(index).join('.'));
      return (
        domains.some((name) => blocked.includes(`\n${name}\n`)) &&
        !domains.some((name) => allowed.includes(`\n${name}\n`))
      );
    },

    /** Fetches the current list. Keeps the old list on any error. */
    async refresh(): Promise<void> {
      const fresh = await download();
      const { blocked, allowed } = fresh;
      if (blocked.length + allowed.length > MAX_KEPT_CHARACTERS) throw badList();
      const at = deps.clock.now();
      await deps.stored.write({ blocked, allowed });
      await deps.storedAt.write({ at });
      lists = Promise.resolve(fresh);
      refreshedAt = at;
      deps.onChange();
    },
  };
}

/** Parses both lists of host names. Throws `PhishingListError` for lists that are too short. */
function parseList(config: unknown): Lists {
  if (!isRecord(config)) throw badList();
  const blocked = hosts(config.blacklist);
  const allowed = hosts(config.whitelist);
  if (blocked.size < MIN_NAMES) throw badList();
  return { blocked: lines(blocked), allowed: lines(allowed) };
}

function hosts(list: unknown): Set<string> {
  if (!Array.isArray(list)) throw badList();
  const names = list.filter((name) => typeof name === 'string' && HOST.test(name));
  // Ignores a few malformed names. Many malformed names mean that the format is different.
  if (list.length - names.length > list.length / 100) throw badList();
  return new Set(names);
}

function badList(): PhishingListError {
  return new PhishingListError('badList', 'The answer is not the list.');
}

function lines(names: ReadonlySet<string>): string {
  return `\n${[...names].join('\n')}\n`;
}
