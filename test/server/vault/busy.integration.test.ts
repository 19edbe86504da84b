import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../../../server/database/storage-error.ts';
import { callerClock } from '../../../server/vault/storage/database-clock.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { startPostgres } from '../../helpers/postgres.ts';
import { createSoftAuthenticator } from '../../helpers/soft-authenticator.ts';
import { type Harness, startVault, TENANT } from './harness.ts';

/** Milliseconds; longer than a request may wait for storage. */
const HELD_MS = 10_500;

/** Sends a commit while storage is locked. Also sends other requests during this time. */
async function commitWhileLocked(vault: Harness, lock: () => Promise<void>) {
  const { account, authenticator } = await vault.client.openAccount();
  const prepared = await vault.client.prepareCommit(account, authenticator);
  await lock();
  const started = performance.now();
  const sending = vault.client.sendCommit(account, prepared).catch((error: unknown) => error);
  const config = await vault.client.call('GET', '/v1/config');
  expect(config.status).toBe(200);
  expect(performance.now() - started).toBeLessThan(HELD_MS);
  const error = await sending;
  return { error, milliseconds: performance.now() - started, account, authenticator };
}

describe('storage that fails', () => {
  const failing = (error: Error) =>
    startVault({
      store: { ...createMemoryVaultStore(), challengeKey: () => Promise.reject(error) },
    });

  it('responds 503 to an unexpected exception, and doesn’t reveal the exception’s details', async () => {
    const vault = await failing(new TypeError('a secret detail'));
    const answer = await vault.client.call('POST', '/v1/authentication/options', undefined, '{}');
    expect([answer.status, answer.text]).toEqual([503, '{"error":"SERVICE_UNAVAILABLE"}']);
    expect(answer.headers).toMatchObject({ 'retry-after': '2', 'cache-control': 'no-store' });
    await vault.close();
  });

  it('returns AUTH_RETRY when a concurrent transaction caused a conflict', async () => {
    const vault = await failing(new StorageError('storage-conflict', 'a concurrent one won'));
    const answer = await vault.client.call('POST', '/v1/authentication/options', undefined, '{}');
    expect([answer.status, answer.text]).toEqual([409, '{"error":"AUTH_RETRY"}']);
    await vault.close();
  });
});

describe('storage that is locked at the start', () => {
  it('waits for storage until the lock is released, but if the lock stays, rejects with an error that names DATABASE_URL', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'condor-busy-'));
    const target = { engine: 'sqlite', file: join(directory, 'vault.db') } as const;
    await (await openVaultStore(target)).close();
    const lock = () => {
      const other = new Database(target.file);
      other.pragma('locking_mode = exclusive');
      other.exec('begin immediate; commit');
      return other;
    };
    const passing = lock();
    const opening = openVaultStore(target);
    passing.close();
    await (await opening).close();
    const staying = lock();
    await expect(openVaultStore(target)).rejects.toMatchObject({
      code: 'database-unusable',
      message: expect.stringContaining('DATABASE_URL'),
    });
    staying.close();
    rmSync(directory, { recursive: true });
  });
});

describe('SERVICE_UNAVAILABLE: storage that stays locked', () => {
  it('on SQLite, responds 503 with Retry-After while a lock is held for ten seconds, and never hangs', {
    timeout: 180_000,
  }, async () => {
    const directory = mkdtempSync(join(tmpdir(), 'condor-busy-'));
    const file = join(directory, 'vault.db');
    const vault = await startVault({ store: await openVaultStore({ engine: 'sqlite', file }) });
    const other = new Database(file);
    const started = performance.now();
    const { error, milliseconds, account, authenticator } = await commitWhileLocked(
      vault,
      async () => {
        other.exec('begin immediate');
      },
    );
    expect(error).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(milliseconds).toBeLessThan(HELD_MS);
    // The lock lasts for more than ten seconds, but each response arrives within three seconds.
    while (performance.now() - started < HELD_MS) {
      const asked = performance.now();
      const options = await vault.transport({
        method: 'POST',
        path: '/v1/registration/options',
        headers: {
          origin: TENANT.origin,
          'content-type': 'application/json',
          authorization: `Bearer ${account.token}`,
        },
        body: '{}',
      });
      expect([options.status, options.headers['retry-after']]).toEqual([503, '2']);
      expect(performance.now() - asked).toBeLessThan(HELD_MS);
    }
    // Reads aren't blocked.
    await vault.client.vault(account.token);
    other.exec('commit');
    other.close();
    await vault.client.commit(account, authenticator);
    await vault.close();
    rmSync(directory, { recursive: true });
  });

  it('responds 503 while PostgreSQL is locked, and serves requests afterwards', async () => {
    const postgres = await startPostgres();
    const url = await postgres.createDatabase('vault');
    const vault = await startVault({
      store: await openVaultStore({ engine: 'postgres', url }, undefined, callerClock),
    });
    const other = new pg.Client({ connectionString: url });
    await other.connect();
    const { error, milliseconds, account, authenticator } = await commitWhileLocked(
      vault,
      async () => {
        await other.query('begin; lock table challenges, vaults in access exclusive mode');
      },
    );
    expect(error).toMatchObject({ status: 503, code: 'SERVICE_UNAVAILABLE' });
    expect(milliseconds).toBeLessThan(HELD_MS);
    await other.query('commit');
    await other.end();
    await vault.client.commit(account, authenticator);
    await vault.close();
    await postgres.stop();
  });

  it('responds 503 while PostgreSQL is gone', async () => {
    const postgres = await startPostgres();
    const url = await postgres.createDatabase('vault');
    const vault = await startVault({
      store: await openVaultStore({ engine: 'postgres', url }, undefined, callerClock),
    });
    await vault.client.register(createSoftAuthenticator());
    await postgres.stop();
    await expect(vault.client.registrationOptions()).rejects.toMatchObject({
      status: 503,
      code: 'SERVICE_UNAVAILABLE',
    });
    await vault.close();
  });
});
