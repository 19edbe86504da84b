import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../bench/vault-world.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { OPERATIONS } from './capacity-model.ts';
import { fillAccounts, type SharedPasskey, sharedPasskey } from './fill-accounts.ts';
import { measureOperations } from './measure-operations.ts';
import { replayDay } from './replay-day.ts';

const ACCOUNTS = 1_000;

let postgres: TestPostgres;
let world: World;
let url: string;
let passkey: SharedPasskey;

beforeAll(async () => {
  postgres = await startPostgres(['-c', 'fsync=off']);
  url = await postgres.createDatabase('capacity');
  world = await openWorld(url, 1);
  const [first] = world.accounts;
  if (first === undefined) throw new Error('no account');
  passkey = await sharedPasskey(url, first.authenticator);
  await fillAccounts(url, { from: 0, to: ACCOUNTS, payloadBytes: 100 }, passkey);
});
afterAll(async () => {
  await world?.close();
  await postgres?.stop();
});

it('measures the costs of every operation', async () => {
  const costs = await measureOperations(world, url, { count: ACCOUNTS, samples: 10, passkey });
  expect(Object.keys(costs).sort()).toEqual([...OPERATIONS].sort());
});

it('replays a day without a failed visit', async () => {
  const day = { accounts: ACCOUNTS, secondsPerHour: 0.05, passkey };
  const hours = await replayDay(world.client, day);
  expect(hours).toHaveLength(24);
  expect(hours.flatMap(({ failed }) => Object.entries(failed))).toEqual([]);
});
