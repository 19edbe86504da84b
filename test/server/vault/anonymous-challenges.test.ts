import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../../../server/database/backup.ts';
import { openSqlite, type SqliteHandle } from '../../../server/database/sqlite.ts';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import { SECRET_TABLES } from '../../../server/vault/storage/tables.ts';
import { NewRegistrationResponse } from '../../../shared/wire/vault.ts';
import { createFakeClock, createFakeRandom, type FakeClock } from '../../helpers/fake-world.ts';
import {
  createSoftAuthenticator,
  type SoftAuthenticator,
} from '../../helpers/soft-authenticator.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { type Harness, OTHER_TENANT, startVault, TENANT } from './harness.ts';

const HOUR = 3_600_000;
const EXPIRED = { status: 400, code: 'CHALLENGE_EXPIRED' };

let directory: string;
let file: string;
let rows: SqliteHandle;
let clock: FakeClock;
let vault: Harness;
let authenticator: SoftAuthenticator;
let starts: number;

/** Starts an instance on the same database with its own random bytes. */
async function start(database = file): Promise<Harness> {
  return startVault({
    store: await openVaultStore({ engine: 'sqlite', file: database }),
    tenants: [TENANT, OTHER_TENANT],
    random: createFakeRandom(`start ${starts++}`),
    clock,
  });
}

const count = (table: string) =>
  rows.prepare<[], { n: number }>(`select count(*) as n from ${table}`).get()?.n;

beforeEach(async () => {
  starts = 0;
  directory = mkdtempSync(join(tmpdir(), 'condor-anonymous-'));
  file = join(directory, 'vault.db');
  clock = createFakeClock();
  vault = await start();
  rows = openSqlite(file);
  authenticator = createSoftAuthenticator();
  await vault.client.openAccount(authenticator);
});
afterEach(async () => {
  rows.close();
  await vault.close();
  rmSync(directory, { recursive: true });
});

describe('WebAuthn options without a session', () => {
  it('writes nothing to the database when it issues options without a session', async () => {
    const size = () => rows.pragma('data_version', { simple: true });
    const before = size();
    for (let i = 0; i < 20; i++) {
      await vault.client.prepareLogin(authenticator);
      await vault.client.registrationOptions();
    }
    expect(size()).toBe(before);
    expect(count('challenges')).toBe(0);
  });

  it('issues a challenge that another instance and a restarted instance accept', async () => {
    const prepared = await vault.client.prepareLogin(authenticator);
    const other = await start();
    await other.client.sendLogin(prepared);
    await expect(vault.client.sendLogin(prepared)).rejects.toMatchObject(EXPIRED);
    const next = await other.client.prepareLogin(authenticator);
    await other.close();
    await vault.close();
    vault = await start();
    await vault.client.sendLogin(next);
    await expect(vault.client.sendLogin(next)).rejects.toMatchObject(EXPIRED);
  });

  it('a request consumes the challenge that it names, even if the request is rejected early', async () => {
    const { account, authenticator: another } = await vault.client.openAccount();
    const made = await vault.client.registrationOptions();
    const { credential } = createSoftAuthenticator().create(made.options, vault.client.ceremony());
    const commit = await vault.client.prepareCommit(account, another);
    const foreign = commit.envelope.replace(account.accountId, opaqueId());
    const attempts: readonly [string, (challengeId: string) => Promise<unknown>][] = [
      [
        'TENANT_MISMATCH',
        (challengeId) => vault.clientOf(OTHER_TENANT).sendLogin({ ...login, challengeId }),
      ],
      [
        'CHALLENGE_MISMATCH',
        (challengeId) => {
          const body = { challengeId, credential };
          return vault.client.post(NewRegistrationResponse, '/v1/registration/verify', body);
        },
      ],
      [
        'INVALID_REQUEST',
        (challengeId) =>
          vault.client.sendCommit(account, { ...commit, challengeId, envelope: foreign }),
      ],
    ];
    let login = await vault.client.prepareLogin(authenticator);
    for (const [code, attempt] of attempts) {
      await expect(attempt(login.challengeId)).rejects.toMatchObject({ code });
      await expect(vault.client.sendLogin(login)).rejects.toMatchObject(EXPIRED);
      login = await vault.client.prepareLogin(authenticator);
    }
    await vault.client.sendLogin(login);
  });

  it('registers the account that the options name', async () => {
    const { challengeId, accountId, options } = await vault.client.registrationOptions();
    expect(options.user.id).toBe(accountId);
    const { credential } = createSoftAuthenticator().create(options, vault.client.ceremony());
    const body = { challengeId, credential };
    const made = await vault.client.post(NewRegistrationResponse, '/v1/registration/verify', body);
    expect(made.accountId).toBe(accountId);
  });
});

describe('a challenge id that the server didn’t issue', () => {
  it('answers a changed id like an unknown id, and stores nothing', async () => {
    const before = count('consumed_challenges');
    const prepared = await vault.client.prepareLogin(authenticator);
    const id = Buffer.from(prepared.challengeId, 'base64url');
    const unknown = await answerTo({ ...prepared, challengeId: opaqueId() });
    for (let bit = 0; bit < 256; bit += 5) {
      const changed = id.map((byte, at) => (at === bit >> 3 ? byte ^ (1 << (bit & 7)) : byte));
      const challengeId = Buffer.from(changed).toString('base64url');
      expect(await answerTo({ ...prepared, challengeId }), `bit ${bit}`).toEqual(unknown);
    }
    expect(count('consumed_challenges')).toBe(before);
    await vault.client.sendLogin(prepared);
  });

  it('answers an id from a different database like an expired id', async () => {
    const elsewhere = await start(join(directory, 'other.db'));
    const prepared = await elsewhere.client.prepareLogin(authenticator);
    await expect(vault.client.sendLogin(prepared)).rejects.toMatchObject(EXPIRED);
    await elsewhere.close();
  });

  async function answerTo(body: object) {
    const text = JSON.stringify(body);
    const answer = await vault.client.call('POST', '/v1/authentication/verify', undefined, text);
    const { date: _, ...headers } = answer.headers;
    return [answer.status, answer.text, headers];
  }
});

describe('a clock that is set to another time', () => {
  it.each([-HOUR, -300_001, -60_000, 60_000, HOUR])(
    'still accepts logins after the clock was set, and never accepts a used challenge again (shift: %i ms)',
    async (shift) => {
      const used = await vault.client.prepareLogin(authenticator);
      await vault.client.sendLogin(used);
      clock.advance(shift);
      await vault.client.logIn(authenticator);
      await vault.store.purge(clock.now());
      clock.advance(-shift);
      await expect(vault.client.sendLogin(used)).rejects.toMatchObject(EXPIRED);
      await vault.client.logIn(authenticator);
    },
  );

  it('ends challenges that would last longer than two minutes', async () => {
    const prepared = await vault.client.prepareLogin(authenticator);
    clock.advance(-60_000);
    await expect(vault.client.sendLogin(prepared)).rejects.toMatchObject(EXPIRED);
  });

  it('doesn’t end a challenge when two instances’ clocks differ by a few seconds', async () => {
    const prepared = await vault.client.prepareLogin(authenticator);
    clock.advance(-9_000);
    await vault.client.sendLogin(prepared);
  });

  it('never accepts a used challenge again, even after purges with a clock that was ahead', async () => {
    const used = await vault.client.prepareLogin(authenticator);
    await vault.client.sendLogin(used);
    for (const shift of [HOUR, 2 * HOUR, 11 * 60_000, 4 * 60_000, 6 * 60_000]) {
      clock.advance(shift);
      await vault.store.purge(clock.now());
      clock.advance(-shift);
      await expect(vault.client.sendLogin(used)).rejects.toMatchObject(EXPIRED);
    }
  });
});

describe('a backup', () => {
  it('leaves the key out of a backup, and ids used after the backup stay used after a restore', async () => {
    const copy = join(directory, 'copy.db');
    backUp(file, copy, SECRET_TABLES);
    const used = await vault.client.prepareLogin(authenticator);
    await vault.client.sendLogin(used);
    const restored = await start(copy);
    await expect(restored.client.sendLogin(used)).rejects.toMatchObject(EXPIRED);
    await restored.client.logIn(authenticator);
    await restored.close();
  });

  it('sessions have ended after a restore, because a backup leaves out sessions and their challenges', async () => {
    const { account } = await vault.client.openAccount();
    await vault.client.mutationOptions(account, opaqueId(), opaqueId());
    expect([count('sessions'), count('challenges')]).toEqual([2, 1]);
    const copy = join(directory, 'copy.db');
    backUp(file, copy, SECRET_TABLES);
    const restored = await start(copy);
    await expect(restored.client.vault(account.token)).rejects.toMatchObject({
      code: 'SESSION_EXPIRED',
    });
    await restored.client.logIn(authenticator);
    await restored.close();
    const inCopy = openSqlite(copy);
    expect(inCopy.prepare('select 1 from challenges').all()).toEqual([]);
    inCopy.close();
  });

  it('the backup file doesn’t contain the key, and the backup leaves no other file', async () => {
    const copy = join(directory, 'copy.db');
    backUp(file, copy, SECRET_TABLES);
    const key = rows.prepare<[], { secret: Buffer }>('select secret from challenge_keys').get();
    expect(key?.secret).toHaveLength(32);
    const isIn = (name: string) => readFileSync(name).includes(key?.secret ?? '');
    expect(isIn(file) || isIn(`${file}-wal`)).toBe(true);
    expect(isIn(copy)).toBe(false);
    expect(readdirSync(directory).filter((name) => name.startsWith('copy'))).toEqual(['copy.db']);
  });
});
