import type { AllowanceReading } from '../../../shared/messages/allowances.ts';
import type { LaneDeps } from '../chain/log-lane.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Stored } from '../kernel/stored.ts';
import { createHistoryLanes, type HistoryLanes } from '../positions/history/history-lanes.ts';
import { percentOf } from './allowance-record.ts';
import { type AllowanceRecord, type FoundAllowance, MAX_NETWORKS } from './keys.ts';
import { createLogReader, type LogReaderDeps } from './read-logs.ts';

/** Milliseconds for which a found head counts as fresh. */
const AGAIN_MS = 30_000;
const FIRST_RETRY_MS = 30_000;
const MAX_RETRY_MS = 600_000;
/** Reading stops this many milliseconds after a page last asked for the list. */
const WANTED_MS = 60_000;
/** Milliseconds between writes of the progress, which a restarted worker continues from. */
const STORE_EVERY_MS = 5_000;

export type AllowanceHistory = ReturnType<typeof createAllowanceHistory>;

/** One network's reading. */
interface Network {
  readonly reader: ReturnType<typeof createLogReader>;
  readonly lanes: HistoryLanes;
  running: Promise<void> | undefined;
  finishedAt: number;
  wantedAt: number;
  retries: number;
  retryAt: number;
}

/**
 * Finds what the wallet's accounts have allowed in each network's logs. Reads while a page shows the
 * list, stores its progress, and continues from there.
 */
export function createAllowanceHistory(
  deps: LaneDeps & {
    readonly stored: Stored<AllowanceRecord[]>;
    readonly rpcOf: (chainId: number) => Rpc;
    readonly urls: (chainId: number) => readonly string[];
    /** Lower-case accounts of the wallet; none while it is locked. */
    readonly accounts: () => readonly string[];
    readonly isKnown: LogReaderDeps['isKnown'];
    readonly isTrusted: LogReaderDeps['isTrusted'];
    readonly knownTokens: (chainId: number) => readonly string[];
    readonly valuesOf: (chainId: number) => LogReaderDeps['values'];
  },
) {
  const { clock } = deps;
  const networks = new Map<number, Network>();
  let records: readonly AllowanceRecord[] = [];
  let loading: Promise<void> | undefined;
  let storedAt = 0;

  const recordOf = (chainId: number) => records.find((one) => one.chainId === chainId);

  async function store(): Promise<void> {
    storedAt = clock.now();
    await deps.stored.write([...records]);
  }

  async function keep(record: AllowanceRecord): Promise<void> {
    const others = records.filter(({ chainId }) => chainId !== record.chainId);
    records = [...others, record].slice(-MAX_NETWORKS);
    if (clock.now() - storedAt >= STORE_EVERY_MS) await store();
  }

  function networkOf(chainId: number): Network {
    const known = networks.get(chainId);
    if (known !== undefined) return known;
    const lanes = createHistoryLanes({ ...deps, urls: () => deps.urls(chainId) });
    const reader = createLogReader({
      ...deps,
      chainId,
      client: deps.rpcOf(chainId),
      lanes,
      knownTokens: () => deps.knownTokens(chainId),
      values: deps.valuesOf(chainId),
      record: () => recordOf(chainId),
      keep,
    });
    const never = Number.NEGATIVE_INFINITY;
    const network: Network = {
      ...{ reader, lanes, running: undefined, finishedAt: never, wantedAt: never },
      ...{ retries: 0, retryAt: never },
    };
    networks.set(chainId, network);
    return network;
  }

  async function run(network: Network): Promise<void> {
    const accounts = [...deps.accounts()].sort();
    const isWanted = () =>
      clock.now() - network.wantedAt < WANTED_MS &&
      accounts.join() === [...deps.accounts()].sort().join();
    try {
      await network.reader.run(accounts, isWanted);
      network.retries = 0;
    } catch {
      // The lanes know the reason; retries follow by themselves at growing intervals.
      network.retryAt = clock.now() + Math.min(FIRST_RETRY_MS * 2 ** network.retries, MAX_RETRY_MS);
      network.retries += 1;
    } finally {
      // Only an end that reached the newest blocks needs a pause before the next one.
      if (isWanted()) network.finishedAt = clock.now();
      network.running = undefined;
      await store().catch(() => undefined);
    }
  }

  /** Continues reading a network in the background when it is due. */
  function ensure(chainId: number): void {
    const network = networkOf(chainId);
    const now = clock.now();
    network.wantedAt = now;
    const isDue =
      network.retries > 0 ? now >= network.retryAt : now >= network.finishedAt + AGAIN_MS;
    if (!isDue || deps.accounts().length === 0) return;
    network.running ??= run(network);
  }

  return {
    /** Reads the stored progress, once. Unreadable progress starts again. */
    load(): Promise<void> {
      loading ??= deps.stored
        .read()
        .catch(() => undefined)
        .then((read) => {
          records = read ?? [];
        });
      return loading;
    },

    ensure,

    /** Reads a network from the start, and keeps what was found. */
    async readAgain(chainId: number): Promise<void> {
      const network = networkOf(chainId);
      network.wantedAt = Number.NEGATIVE_INFINITY;
      await network.running;
      const known = recordOf(chainId);
      records = records.filter((one) => one !== known);
      if (known !== undefined) {
        const { isNarrow: _narrow, isSingle: _single, isCut: _cut, ...rest } = known;
        await keep({ ...rest, accounts: [] });
      }
      network.retries = 0;
      network.finishedAt = Number.NEGATIVE_INFINITY;
      ensure(chainId);
    },

    found: (chainId: number): readonly FoundAllowance[] => recordOf(chainId)?.found ?? [],

    reading(chainId: number): AllowanceReading {
      const network = networkOf(chainId);
      const record = recordOf(chainId);
      const secondsLeft = network.reader.secondsFor(record?.from ?? 0);
      const hasMarks = record !== undefined && record.accounts.length > 0;
      return {
        isReading: network.running !== undefined,
        percent: hasMarks ? percentOf(record) : 0,
        ...(secondsLeft === undefined ? {} : { secondsLeft }),
        ...network.lanes.problems(network.retries > 0),
        ...(record?.isNarrow === true ? { isNarrow: true } : {}),
        ...(record?.isSingle === true ? { isSingle: true } : {}),
        ...(record?.isCut === true ? { isCut: true } : {}),
      };
    },

    /** Resolves when no network is being read. */
    async idle(): Promise<void> {
      await Promise.all([...networks.values()].map(({ running }) => running));
    },
  };
}
