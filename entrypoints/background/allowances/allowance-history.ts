import type { AllowanceReading } from '../../../shared/messages/allowances.ts';
import type { LaneDeps } from '../chain/log-lane.ts';
import type { Rpc } from '../chain/rpc.ts';
import { createScanLanes, type ScanLanes } from '../chain/scan/scan-lanes.ts';
import { createScanRecords } from '../chain/scan/scan-records.ts';
import { createScanRuns, type ScanRuns } from '../chain/scan/scan-runs.ts';
import type { Stored } from '../kernel/stored.ts';
import { percentOf } from './allowance-record.ts';
import { type AllowanceRecord, type FoundAllowance, MAX_NETWORKS } from './keys.ts';
import { createLogReader, type LogReaderDeps } from './read-logs.ts';

/** Milliseconds after a page's last request for the list until reading stops. */
const WANTED_MS = 60_000;

export type AllowanceHistory = ReturnType<typeof createAllowanceHistory>;

interface Network {
  readonly read: ReturnType<typeof createLogReader>;
  readonly lanes: ScanLanes;
  readonly runs: ScanRuns;
  wantedAt: number;
}

/**
 * Finds the allowances of the wallet's accounts in each network's logs. Reads while a page shows
 * the list, stores its progress, and continues from there.
 */
export function createAllowanceHistory(
  deps: LaneDeps & {
    readonly stored: Stored<AllowanceRecord[]>;
    readonly rpcOf: (chainId: number) => Rpc;
    readonly urls: (chainId: number) => readonly string[];
    /** Lower-case accounts of the wallet; none while it is locked. */
    readonly accounts: () => readonly string[];
    readonly isKnown: LogReaderDeps['isKnown'];
    readonly knownTokens: (chainId: number) => readonly string[];
    readonly valuesOf: (chainId: number) => LogReaderDeps['values'];
  },
) {
  const { clock } = deps;
  const networks = new Map<number, Network>();
  const records = createScanRecords({
    ...deps,
    keyOf: ({ chainId }: AllowanceRecord) => String(chainId),
    max: MAX_NETWORKS,
  });
  let loading: Promise<void> | undefined;

  const recordOf = (chainId: number) => records.of(String(chainId));

  function networkOf(chainId: number): Network {
    const known = networks.get(chainId);
    if (known !== undefined) return known;
    const lanes = createScanLanes({ ...deps, urls: () => deps.urls(chainId) });
    const runs = createScanRuns(deps);
    const read = createLogReader({
      ...deps,
      chainId,
      client: deps.rpcOf(chainId),
      lanes,
      knownTokens: () => deps.knownTokens(chainId),
      values: deps.valuesOf(chainId),
      record: () => recordOf(chainId),
      keep: records.keep,
      notePast: runs.notePast,
    });
    const network: Network = { read, lanes, runs, wantedAt: Number.NEGATIVE_INFINITY };
    networks.set(chainId, network);
    return network;
  }

  async function run(network: Network): Promise<boolean> {
    const accounts = [...deps.accounts()].sort();
    const isWanted = () =>
      clock.now() - network.wantedAt < WANTED_MS &&
      accounts.join() === [...deps.accounts()].sort().join();
    try {
      await network.read(accounts, isWanted);
      return isWanted();
    } finally {
      await records.store().catch(() => undefined);
    }
  }

  function ensure(chainId: number): void {
    const network = networkOf(chainId);
    network.wantedAt = clock.now();
    if (network.runs.isDue() && deps.accounts().length > 0) network.runs.start(() => run(network));
  }

  return {
    /** Reads the stored progress once. If the progress is unreadable, starts from the beginning. */
    load(): Promise<void> {
      loading ??= records.load().catch(() => undefined);
      return loading;
    },

    ensure,

    /** Reads a network again from its first block, and keeps the allowances that were found. */
    async readAgain(chainId: number): Promise<void> {
      const network = networkOf(chainId);
      network.wantedAt = Number.NEGATIVE_INFINITY;
      await network.runs.idle();
      const known = recordOf(chainId);
      if (known !== undefined) {
        const { isNarrow: _narrow, isSingle: _single, isCut: _cut, ...rest } = known;
        await records.keep({ ...rest, accounts: [] });
      }
      network.runs.renew();
      ensure(chainId);
    },

    found: (chainId: number): readonly FoundAllowance[] => recordOf(chainId)?.found ?? [],

    reading(chainId: number): AllowanceReading {
      const network = networkOf(chainId);
      const record = recordOf(chainId);
      const secondsLeft = network.runs.secondsFor(record?.from ?? 0);
      const hasMarks = record !== undefined && record.accounts.length > 0;
      return {
        isReading: network.runs.isRunning(),
        percent: hasMarks ? percentOf(record) : 0,
        ...(secondsLeft === undefined ? {} : { secondsLeft }),
        ...network.lanes.problems(network.runs.hasFailed()),
        ...(record?.isNarrow === true ? { isNarrow: true } : {}),
        ...(record?.isSingle === true ? { isSingle: true } : {}),
        ...(record?.isCut === true ? { isCut: true } : {}),
      };
    },

    /** Resolves when no network is being read. */
    async idle(): Promise<void> {
      await Promise.all([...networks.values()].map(({ runs }) => runs.idle()));
    },
  };
}
