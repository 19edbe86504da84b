import { afterAll, beforeAll, expect, it } from 'vitest';
import { callerClock } from '../../../server/vault/storage/database-clock.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { startPostgres, type TestPostgres } from '../../helpers/postgres.ts';
import { describeVaultStore } from './store-suites.ts';

let postgres: TestPostgres;
let databases = 0;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describeVaultStore('PostgreSQL', async () =>
  openVaultStore(
    { engine: 'postgres', url: await postgres.createDatabase(`vault${databases++}`) },
    undefined,
    callerClock,
  ),
);

describeVaultStore('PostgreSQL at SERIALIZABLE', async () => {
  const url = new URL(await postgres.createDatabase(`vault${databases++}`));
  url.searchParams.set('options', '-c default_transaction_isolation=serializable');
  return openVaultStore({ engine: 'postgres', url: url.href }, undefined, callerClock);
});

it('PostgreSQL keeps the challenge key despite purges and key requests by callers whose clocks are an hour wrong', async () => {
  const url = await postgres.createDatabase(`vault${databases++}`);
  const store = await openVaultStore({ engine: 'postgres', url });
  const newKey = (byte: number) => () => new Uint8Array(32).fill(byte);
  const now = Date.now();
  expect(Math.abs(await store.clockDifference(now))).toBeLessThan(10_000);
  const key = await store.challengeKey({ now, newKey: newKey(1) });
  for (const shift of [-3_600_000, 3_600_000]) {
    await store.purge(now + shift);
    await expect(store.challengeKey({ now: now + shift, newKey: newKey(2) })).rejects.toMatchObject(
      { code: 'clock-wrong' },
    );
  }
  expect(await store.challengeKey({ now: Date.now(), newKey: newKey(3) })).toEqual(key);
  await store.close();
});
