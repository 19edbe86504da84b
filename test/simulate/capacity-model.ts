/** Operations of the vault that wallets repeat. */
export const OPERATIONS = ['login', 'read', 'commit', 'revoke'] as const;
export type Operation = (typeof OPERATIONS)[number];

/** Measured cost of one operation. */
export interface Cost {
  /** Milliseconds of processor time in the service, and in PostgreSQL. */
  readonly serviceMs: number;
  readonly databaseMs: number;
  /** Transactions that write. */
  readonly writes: number;
  readonly logBytes: number;
}

export type Costs = Readonly<Record<Operation, Cost>>;

/**
 * Operations of an account per day, high on purpose: three sign-ins with a read and a logout each,
 * and two changes.
 */
export const PER_DAY: Readonly<Record<Operation, number>> = {
  login: 3,
  read: 3,
  commit: 2,
  revoke: 3,
};

/** Measured bytes in PostgreSQL, including indexes. */
export interface Storage {
  readonly perAccount: number;
  readonly perReceipt: number;
}

/**
 * Returns the number of receipts that an account keeps: those of the last 30 days, but at least 64.
 */
export function receiptsOf(commitsPerDay: number): number {
  return Math.max(64, 30 * commitsPerDay);
}

const DAY_SECONDS = 86_400;
/** Load of the busiest hour as a multiple of the average load. */
const PEAK = 3;
/** Share of a core that may be busy in the busiest hour. */
const BUSY = 0.5;
const MACHINE = { cores: 8, diskGigabytes: 1_000 } as const;
/** Copies of the data: a primary and two standbys. */
const COPIES = 3;

export interface AccountDay {
  readonly bytes: number;
  readonly writes: number;
  readonly logBytes: number;
  readonly serviceMs: number;
  readonly databaseMs: number;
}

/** Returns an account's bytes at full size, and its processor time and writes per day. */
export function accountDay(costs: Costs, storage: Storage): AccountDay {
  const sum = (of: keyof Cost) =>
    OPERATIONS.reduce((total, name) => total + PER_DAY[name] * costs[name][of], 0);
  return {
    bytes: storage.perAccount + receiptsOf(PER_DAY.commit) * storage.perReceipt,
    writes: sum('writes'),
    logBytes: sum('logBytes'),
    serviceMs: sum('serviceMs'),
    databaseMs: sum('databaseMs'),
  };
}

/** Returns the number of accounts per gigabyte, and per core in the busiest hour. */
export function densities({ bytes, serviceMs, databaseMs }: AccountDay) {
  const perCore = (milliseconds: number) =>
    Math.floor((BUSY * DAY_SECONDS * 1000) / (milliseconds * PEAK));
  return {
    perGigabyte: Math.floor(1e9 / bytes),
    perServiceCore: perCore(serviceMs),
    perDatabaseCore: perCore(databaseMs),
  };
}

/** Returns the machines for a number of accounts: services, and sets of a primary and two standbys. */
export function machinesFor(accounts: number, day: AccountDay) {
  const { perServiceCore, perDatabaseCore } = densities(day);
  const serviceCores = accounts / perServiceCore;
  const databaseCores = accounts / perDatabaseCore;
  const gigabytes = (accounts * day.bytes) / 1e9;
  const shards = Math.max(
    1,
    Math.ceil(databaseCores / MACHINE.cores),
    Math.ceil(gigabytes / MACHINE.diskGigabytes),
  );
  return {
    writesPerSecond: (accounts * day.writes * PEAK) / DAY_SECONDS,
    gigabytes,
    serviceCores,
    databaseCores,
    /** At least two services, so that one of them may fail. */
    services: Math.max(2, Math.ceil(serviceCores / MACHINE.cores) + 1),
    shards,
    databases: shards * COPIES,
  };
}

/** Returns each hour's share of a day's load: a sine wave with its peak at 18 h. */
export function hourlyShares(): readonly number[] {
  const raw = Array.from({ length: 24 }, (_, hour) => {
    const wave = (1 + Math.cos(((hour - 18) / 24) * 2 * Math.PI)) / 2;
    return 0.25 + (PEAK - 0.25) * wave ** 3;
  });
  const sum = raw.reduce((total, share) => total + share, 0);
  return raw.map((share) => share / sum);
}

export function hourlyRates(accounts: number, perDay: number): readonly number[] {
  return hourlyShares().map((share) => (accounts * perDay * share) / 3600);
}
