import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSqlite } from '../../../server/database/sqlite.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { createFakeClock, createFakeRandom, type FakeClock } from '../../helpers/fake-world.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault } from './harness.ts';

const HOUR = 3_600_000;
const UNAVAILABLE = { status: 503, code: 'SERVICE_UNAVAILABLE' };

let directory: string;
let shared: FakeClock;
let vault: Harness;
let lines: string[];

/** Starts an instance whose clock may differ from the database's. */
async function start(shiftMs: number): Promise<Harness & { readonly clock: FakeClock }> {
  const clock = createFakeClock(shared.now() + shiftMs);
  const target = { engine: 'sqlite', file: join(directory, 'vault.db') } as const;
  return startVault({
    store: await openVaultStore(
      target,
      undefined,
      () => sql<number>`cast(${shared.now()} as bigint)`,
    ),
    clock,
    random: createFakeRandom(`shift ${shiftMs}`),
    log: { level: 'info', lines },
  });
}

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'condor-wrong-clock-'));
  shared = createFakeClock();
  lines = [];
  vault = await start(0);
});
afterEach(async () => {
  await vault.close();
  rmSync(directory, { recursive: true });
});

it.each([-HOUR, -301_000, -61_000, 61_000, 301_000, HOUR])(
  'a user logs in through a healthy instance while another instance’s clock is wrong by %i ms',
  async (shift) => {
    const authenticator = createSoftAuthenticator();
    const { account } = await vault.client.openAccount(authenticator);
    const wrong = await start(shift);
    for (let round = 0; round < 40; round++) {
      const prepared = await vault.client.prepareLogin(authenticator);
      await expect(wrong.client.prepareLogin(authenticator)).rejects.toMatchObject(UNAVAILABLE);
      // An instance purges even without requests.
      await wrong.store.purge(wrong.clock.now());
      await wrong.store.purgeReceipts(wrong.clock.now());
      await vault.client.sendLogin(prepared);
      await expect(vault.client.sendLogin(prepared)).rejects.toMatchObject({
        code: 'CHALLENGE_EXPIRED',
      });
    }
    await vault.client.vault(account.token);
    await wrong.close();
  },
);

it.each([-59_000, 59_000])(
  'a user logs in through an instance whose clock is off by %i ms',
  async (shift) => {
    const authenticator = createSoftAuthenticator();
    await vault.client.openAccount(authenticator);
    const other = await start(shift);
    await other.client.logIn(authenticator);
    await vault.client.logIn(authenticator);
    await other.close();
  },
);

it('an instance reports in /health, its metrics and its log by how much its clock is wrong', async () => {
  const wrong = await start(HOUR);
  const health = await wrong.transport({ method: 'GET', path: '/health', headers: {} });
  const reason = 'the clock of this machine is 3600 s ahead of the database';
  expect([health.status, JSON.parse(health.text)]).toEqual([
    503,
    { status: 'unavailable', reason },
  ]);
  const headers = { host: 'localhost' };
  const metrics = await wrong.transport({ method: 'GET', path: '/metrics', headers });
  expect(metrics.text).toContain('condor_vault_clock_difference_seconds 3600');
  await expect(wrong.client.registrationOptions()).rejects.toMatchObject(UNAVAILABLE);
  expect(lines.filter((line) => line.includes(reason))).not.toEqual([]);
  const healthy = await vault.transport({ method: 'GET', path: '/health', headers: {} });
  expect(JSON.parse(healthy.text)).toEqual({ status: 'ok' });
  await wrong.close();
});

it('a used challenge stays used when instances whose clocks are 11 minutes or an hour wrong purge the database', async () => {
  const authenticator = createSoftAuthenticator();
  await vault.client.openAccount(authenticator);
  const used = await vault.client.prepareLogin(authenticator);
  await vault.client.sendLogin(used);
  for (const shift of [HOUR, -HOUR, 11 * 60_000]) {
    const wrong = await start(shift);
    await wrong.store.purge(wrong.clock.now());
    await wrong.close();
    await expect(vault.client.sendLogin(used)).rejects.toMatchObject({ code: 'CHALLENGE_EXPIRED' });
  }
});

it('keeps the challenge key when an instance whose clock is an hour slow asks for the key', async () => {
  const rows = openSqlite(join(directory, 'vault.db'));
  const secret = () =>
    rows.prepare<[], { secret: Buffer }>('select secret from challenge_keys').get()?.secret;
  await vault.client.registrationOptions();
  const before = secret();
  const wrong = await start(-HOUR);
  const now = wrong.clock.now();
  await expect(
    wrong.store.challengeKey({ now, newKey: () => new Uint8Array(32) }),
  ).rejects.toMatchObject({ code: 'clock-wrong' });
  expect(secret()).toEqual(before);
  rows.close();
  await wrong.close();
});
