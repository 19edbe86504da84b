import { round } from '../bench/report.ts';
import { markdownTable } from '../helpers/markdown-table.ts';
import {
  accountDay,
  type Costs,
  densities,
  machinesFor,
  OPERATIONS,
  type Operation,
  type Storage,
} from './capacity-model.ts';
import type { Measured } from './measure-operations.ts';

const SIZES = [1e5, 1e6, 1e7, 1e8];

const text = (value: number) =>
  (value >= 100 ? Math.round(value) : round(value, 1)).toLocaleString('en-US');

export function costTable(measured: Readonly<Record<Operation, Measured>>): readonly string[] {
  return markdownTable(
    ['Operation', 'Service ms', 'Database ms', 'Writes', 'Log bytes', 'Median ms', 'p95 ms'],
    OPERATIONS.map((name) => {
      const { serviceMs, databaseMs, writes, logBytes, medianMs, p95Ms } = measured[name];
      const figures = [serviceMs, databaseMs, writes].map((value) => value.toFixed(2));
      return [name, ...figures, logBytes.toFixed(0), medianMs.toFixed(0), p95Ms.toFixed(0)];
    }),
  );
}

/** Returns a table of one account's resources, and of the number of accounts that fit. */
export function accountTable(costs: Costs, storage: Storage): readonly string[] {
  const day = accountDay(costs, storage);
  const { perGigabyte, perServiceCore, perDatabaseCore } = densities(day);
  return markdownTable(
    ['An account', ''],
    [
      ['bytes without receipts', text(storage.perAccount)],
      ['bytes of a receipt', text(storage.perReceipt)],
      ['bytes with 64 receipts', text(day.bytes)],
      ['transactions that write, a day', text(day.writes)],
      ['bytes of log, a day', text(day.logBytes)],
      ['service ms, a day', text(day.serviceMs)],
      ['database ms, a day', text(day.databaseMs)],
      ['accounts per GB', text(perGigabyte)],
      ['accounts per core of the service', text(perServiceCore)],
      ['accounts per core of the database', text(perDatabaseCore)],
    ],
  );
}

export function machineTable(costs: Costs, storage: Storage): readonly string[] {
  const day = accountDay(costs, storage);
  return markdownTable(
    [
      'Accounts',
      'Writes/s',
      'GB',
      'Service cores',
      'Services',
      'Database cores',
      'Shards',
      'Nodes',
    ],
    SIZES.map((accounts) => {
      const need = machinesFor(accounts, day);
      return [
        accounts,
        need.writesPerSecond,
        need.gigabytes,
        need.serviceCores,
        need.services,
        need.databaseCores,
        need.shards,
        need.databases,
      ].map(text);
    }),
  );
}
