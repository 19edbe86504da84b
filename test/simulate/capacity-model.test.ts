import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
  accountDay,
  type Cost,
  densities,
  hourlyRates,
  hourlyShares,
  machinesFor,
  receiptsOf,
} from './capacity-model.ts';
import { accountTable, machineTable } from './capacity-tables.ts';

const cost = (change: Partial<Cost>): Cost => ({
  serviceMs: 0,
  databaseMs: 0,
  writes: 0,
  logBytes: 0,
  ...change,
});
const COSTS = {
  login: cost({ serviceMs: 2, databaseMs: 1, writes: 2, logBytes: 1_000 }),
  read: cost({ serviceMs: 1, databaseMs: 0.5 }),
  commit: cost({ serviceMs: 3, databaseMs: 4, writes: 3, logBytes: 10_000 }),
  revoke: cost({ serviceMs: 0.5, databaseMs: 0.5, writes: 1, logBytes: 100 }),
};
const day = accountDay(COSTS, { perAccount: 8_000, perReceipt: 500 });

it('an account’s day consists of three sign-ins, reads and logouts, and two commits', () => {
  expect(day).toEqual({
    bytes: 8_000 + 64 * 500,
    writes: 3 * 2 + 2 * 3 + 3,
    logBytes: 3 * 1_000 + 2 * 10_000 + 3 * 100,
    serviceMs: 3 * 2 + 3 + 2 * 3 + 3 * 0.5,
    databaseMs: 3 + 1.5 + 8 + 1.5,
  });
});

it('the model counts 64 receipts, or all receipts of the last 30 days if there are more', () => {
  expect([0, 2, 3].map(receiptsOf)).toEqual([64, 64, 90]);
});

it('the model uses at most half of each core in the busiest hour', () => {
  // A core has 86,400,000 ms per day. Only half of them may be used, and the peak is three times
  // the average, so 14,400,000 ms remain.
  expect(densities(day)).toEqual({
    perGigabyte: 25_000,
    perServiceCore: Math.floor(14_400_000 / 16.5),
    perDatabaseCore: Math.floor(14_400_000 / 14),
  });
});

it('adds a shard for each further disk or each further eight cores, and always returns at least one shard', () => {
  expect(machinesFor(1_000, day)).toMatchObject({ services: 2, shards: 1, databases: 3 });
  expect(machinesFor(100_000_000, day)).toMatchObject({
    gigabytes: 4_000,
    shards: Math.ceil(100_000_000 / densities(day).perDatabaseCore / 8),
  });
  const big = { ...day, bytes: 400_000 };
  expect(machinesFor(10_000_000, big)).toMatchObject({ gigabytes: 4_000, shards: 4 });
});

it('spreads a day over 24 hours, and puts the peak in the evening', () => {
  const shares = hourlyShares();
  expect(shares).toHaveLength(24);
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1);
  expect(shares.indexOf(Math.max(...shares))).toBe(18);
  expect(Math.max(...shares) * 24).toBeGreaterThan(2);
  expect(Math.max(...shares) * 24).toBeLessThan(3.1);
  const rates = hourlyRates(1_000_000, 3);
  expect(rates.reduce((sum, rate) => sum + 3600 * rate, 0)).toBeCloseTo(3_000_000);
});

it('computes the tables in capacity.md from the costs in the same document', () => {
  const document = readFileSync(new URL('../../server/capacity.md', import.meta.url), 'utf8');
  const rowOf = (name: string) => {
    const cells = new RegExp(`^\\| ${name} +\\|(.*)\\|$`, 'm').exec(document)?.[1]?.split('|');
    if (cells === undefined) throw new Error(`capacity.md has no row ${name}`);
    return cells.map((cell) => Number(cell.replaceAll(',', '')));
  };
  const costOf = (name: string): Cost => {
    const [serviceMs = 0, databaseMs = 0, writes = 0, logBytes = 0] = rowOf(name);
    return { serviceMs, databaseMs, writes, logBytes };
  };
  const costs = {
    login: costOf('login'),
    read: costOf('read'),
    commit: costOf('commit'),
    revoke: costOf('revoke'),
  };
  const storage = {
    perAccount: rowOf('bytes without receipts')[0] ?? 0,
    perReceipt: rowOf('bytes of a receipt')[0] ?? 0,
  };
  expect(document).toContain(accountTable(costs, storage).join('\n'));
  expect(document).toContain(machineTable(costs, storage).join('\n'));
});
