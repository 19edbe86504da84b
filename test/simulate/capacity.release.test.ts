import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorld, type World } from '../bench/vault-world.ts';
import { startPostgres, type TestPostgres } from '../helpers/postgres.ts';
import { OPERATIONS } from './capacity-model.ts';
import { fillAccounts, type SharedPasskey, sharedPasskey } from './fill-accounts.ts';
import { measureOperations } from './measure-operations.ts';
import { replayDay } from './replay-day.ts';

const FEW = 1_000;
const MANY = 100_000;
/** Small, so that filling is quick. The full run uses the real sizes. */
const PAYLOAD_BYTES = 100;

let postgres: TestPostgres;
let world: World;
let url: string;
let passkey: SharedPasskey;

beforeAll(async () => {
  postgres = await startPostgres(['-c', 'fsync=off', '-c', 'shared_buffers=512MB']);
  url = await postgres.createDatabase('capacity');
  world = await openWorld(url, 1);
  const [first] = world.accounts;
  if (first === undefined) throw new Error('no account');
  passkey = await sharedPasskey(url, first.authenticator);
});
afterAll(async () => {
  await world.close();
  await postgres.stop();
});

it('with 100,000 accounts, an operation doesn’t write more than with 1,000, and takes at most about 2.5 times as long', async () => {
  const measure = (count: number) =>
    measureOperations(world, url, { count, samples: 150, passkey });
  await fillAccounts(url, { from: 0, to: FEW, payloadBytes: PAYLOAD_BYTES }, passkey);
  await measure(FEW);
  const few = await measure(FEW);
  await fillAccounts(url, { from: FEW, to: MANY, payloadBytes: PAYLOAD_BYTES }, passkey);
  const many = await measure(MANY);
  for (const name of OPERATIONS) {
    expect(many[name].writes, `${name}: writes`).toBeLessThan(few[name].writes + 0.5);
    // On a busy machine, the times of two runs can differ by a factor of 2.5. If the time grew with
    // the number of accounts, the factor would be 100.
    const timeOf = ({ serviceMs, databaseMs }: (typeof few)[typeof name]) => serviceMs + databaseMs;
    expect(timeOf(many[name]), `${name}: time`).toBeLessThan(2.5 * timeOf(few[name]) + 1);
  }
});

it('replays a day of 100,000 accounts without a failed visit', async () => {
  const hours = await replayDay(world.client, { accounts: MANY, secondsPerHour: 0.25, passkey });
  expect(hours).toHaveLength(24);
  expect(hours.flatMap(({ failed }) => Object.entries(failed))).toEqual([]);
});
