import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../../server/config.ts';
import type { DatabaseTarget } from '../../../../server/database/target.ts';
import { runAdmin } from '../../../../server/operate/admin/run-admin.ts';
import { callerClock } from '../../../../server/vault/storage/database-clock.ts';
import { openVaultStore } from '../../../../server/vault/storage/open-store.ts';
import type { VaultTenant } from '../../../../server/vault/tenant.ts';
import * as wire from '../../../../shared/wire/vault.ts';
import { createFakeClock, createFakeRandom } from '../../../helpers/fake-world.ts';
import { createSoftAuthenticator } from '../../../helpers/soft-authenticator.ts';
import { opaqueId, type VaultClient } from '../../../helpers/vault-client.ts';
import { type Harness, OTHER_TENANT, startVault, TENANT } from '../../vault/harness.ts';

const CLOSED: VaultTenant = { ...TENANT, enrollment: false };
const MINUTE = 60_000;
const disabled = { status: 403, code: 'ENROLLMENT_DISABLED' };
const ended = { status: 401, code: 'SESSION_EXPIRED' };

/** Describes the admin commands while servers are running. `open` returns a new database. */
export function describeAdmin(name: string, open: () => Promise<DatabaseTarget>): void {
  const clock = createFakeClock();
  const random = createFakeRandom();
  let target: DatabaseTarget;
  let tenants: readonly VaultTenant[] = [TENANT];
  const running: Harness[] = [];

  /** Starts an instance on the database. All instances of a test have the same settings. */
  async function serve(...own: VaultTenant[]): Promise<Harness> {
    tenants = own;
    const store = await openVaultStore(target, undefined, callerClock);
    const harness = await startVault({ store, clock, random, tenants });
    running.push(harness);
    return harness;
  }

  const admin = (line: string, typed?: string) =>
    runAdmin(line.split(' '), {
      report: () => undefined,
      config: () => ({
        ...readConfig({}),
        tenants,
        databases: { ...readConfig({}).databases, vault: target },
      }),
      clock,
      ask: async () => typed,
    });

  const isEnrolling = async (client: VaultClient) =>
    (await client.ask(wire.ConfigResponse, 'GET', '/v1/config')).enrollmentEnabled;

  /** Sends prepared registrations at the same time. Returns the codes of the answers. */
  async function race(clients: readonly VaultClient[]): Promise<string[]> {
    const prepared = await Promise.all(
      clients.map(async (client) => {
        const { challengeId, options } = await client.registrationOptions();
        const { credential } = createSoftAuthenticator().create(options, client.ceremony());
        return { client, body: { challengeId, credential } };
      }),
    );
    return Promise.all(
      prepared.map(({ client, body }) =>
        client.post(wire.NewRegistrationResponse, '/v1/registration/verify', body).then(
          () => 'created',
          (error: { code: string }) => error.code,
        ),
      ),
    );
  }

  describe(`${name}, the host’s commands beside a running server`, () => {
    beforeAll(async () => {
      target = await open();
    });
    afterEach(async () => {
      await Promise.all(running.splice(0).map((harness) => harness.close()));
      target = await open();
    });
    afterAll(() => expect(running).toEqual([]));

    it('lists accounts with tenant, id, times, revision, passkeys, size and state', async () => {
      const { client, clientOf } = await serve(TENANT, OTHER_TENANT);
      const mine = await client.openAccount();
      clock.advance(2 * MINUTE);
      const theirs = await clientOf(OTHER_TENANT).openAccount();
      clock.advance(MINUTE);
      await client.logIn(mine.authenticator);
      const found: unknown = JSON.parse(await admin('accounts list --json'));
      const at = (before: number) => new Date(clock.now() - before).toISOString();
      const bytes = (text: string) => Buffer.byteLength(text);
      expect(found).toEqual([
        {
          tenant: OTHER_TENANT.id,
          account: theirs.account.accountId,
          created: at(MINUTE),
          lastUse: at(MINUTE),
          revision: 1,
          passkeys: 1,
          bytes: bytes(theirs.first.envelope),
          state: 'active',
        },
        {
          tenant: TENANT.id,
          account: mine.account.accountId,
          created: at(3 * MINUTE),
          lastUse: at(0),
          revision: 1,
          passkeys: 1,
          bytes: bytes(mine.first.envelope),
          state: 'active',
        },
      ]);
      const text = await admin(`accounts list --tenant ${TENANT.id}`);
      expect(text).toContain(mine.account.accountId);
      expect(text).not.toContain(theirs.account.accountId);
      expect(text).not.toContain('--limit');
      expect(await admin('accounts list --limit 1')).toContain('the newest 1 of 2;');
    });

    it('prints no envelope, token, credential id or key', async () => {
      const { client, store } = await serve(TENANT);
      const { account, authenticator, first } = await client.openAccount();
      const { token } = await client.logIn(authenticator);
      const [credentialId = ''] = account.wraps;
      const credential = await store.findCredential(TENANT.id, credentialId);
      const { accountId } = account;
      let output = '';
      for (const command of ['list', `show ${accountId}`, `end-sessions ${accountId}`])
        for (const option of ['', ' --json']) output += await admin(`accounts ${command}${option}`);
      const { payload, wraps } = JSON.parse(first.envelope);
      const key = Buffer.from(credential?.publicKey ?? []);
      for (const secret of [token, account.token, credentialId, payload.ct, wraps[0].ct])
        expect(output).not.toContain(secret);
      expect(output).not.toContain(key.toString('base64url').slice(20, 60));
      expect(output).toContain(accountId);
    });

    it('ends the sessions of a disabled account immediately, rejects its logins and keeps its data', async () => {
      const { client } = await serve(TENANT);
      const { account, authenticator, first } = await client.openAccount();
      const stranger = await client.openAccount();
      const { accountId } = account;
      expect(await admin(`accounts disable ${accountId}`)).toBe(
        `disabled ${accountId}; sessions ended: 1; its data stay`,
      );
      await expect(client.vault(account.token)).rejects.toMatchObject(ended);
      // The code for a ceremony that can't be verified; see server/vault/README.md.
      await expect(client.logIn(authenticator)).rejects.toMatchObject({
        status: 401,
        code: 'AUTH_FAILED',
      });
      expect(await admin(`accounts show ${accountId.slice(0, 12)}`)).toContain('disabled');
      expect((await client.vault(stranger.account.token)).envelope.revision).toBe(1);

      expect(await admin(`accounts enable ${accountId}`)).toBe(`enabled ${accountId}`);
      const { token } = await client.logIn(authenticator);
      const { text } = await client.call('GET', '/v1/vault', token);
      expect(text).toBe(`{"envelope":${first.envelope}}`);
      expect(await client.receipt(token, first.operationId)).toEqual(first.receipt);
    });

    it('no session remains when an account logs in while the account is being disabled', async () => {
      const { client, store } = await serve(TENANT);
      const { account } = await client.openAccount();
      const { accountId } = account;
      const [credentialId = ''] = account.wraps;
      const hashes = Array.from({ length: 12 }, () => opaqueId());
      const logIn = (tokenHash: string) =>
        store.logIn({
          tenantId: TENANT.id,
          credentialId,
          counterBefore: 0,
          counter: 0,
          session: { tokenHash, tenantId: TENANT.id, accountId, expiresAt: clock.now() + MINUTE },
          now: clock.now(),
        });
      const logins = hashes.slice(0, 6).map(logIn);
      const disabling = admin(`accounts disable ${accountId}`);
      await Promise.all([...logins, disabling, ...hashes.slice(6).map(logIn)]);
      expect(await logIn(opaqueId())).toBe('account-disabled');
      for (const tokenHash of hashes) expect(await store.findSession(tokenHash)).toBeUndefined();
    });

    it('the store rejects commits, deletions and new passkeys of an account that is disabled during the request', async () => {
      const { client, store } = await serve(TENANT);
      const { account, authenticator } = await client.openAccount();
      const prepared = await client.prepareCommit(account, authenticator);
      const [credentialId = ''] = account.wraps;
      await admin(`accounts disable ${account.accountId}`);
      const commit = {
        tenantId: TENANT.id,
        accountId: account.accountId,
        credentialId,
        counterBefore: 0,
        counter: 0,
        revision: 1,
        ...prepared,
        now: clock.now(),
        activated: [],
        removed: [],
        sessionHash: opaqueId(),
      };
      expect(await store.commit(commit)).toBe('account-gone');
      expect(await store.deleteAccount(commit)).toBe('account-gone');
      const credential = await store.findCredential(TENANT.id, credentialId);
      if (credential === undefined) throw new Error('the passkey is gone');
      const passkey = { ...credential, id: opaqueId(), provisionalUntil: clock.now() + MINUTE };
      expect(await store.addPasskey(passkey, { maxPasskeys: 8, now: clock.now() })).toBe(
        'account-gone',
      );
      expect((await store.readAccount(account.accountId))?.revision).toBe(1);
    });

    it('ends all sessions of one account on request', async () => {
      const { client } = await serve(TENANT);
      const { account, authenticator } = await client.openAccount();
      const { token } = await client.logIn(authenticator);
      const { accountId } = account;
      expect(await admin(`accounts end-sessions ${accountId}`)).toBe('sessions ended: 2');
      await expect(client.vault(token)).rejects.toMatchObject(ended);
      expect(JSON.parse(await admin(`accounts end-sessions ${accountId} --json`))).toEqual({
        account: accountId,
        ended: 0,
      });
      await client.logIn(authenticator);
    });

    it('deletes an account only after the host has typed the account’s id or passed --yes', async () => {
      const { client } = await serve(TENANT);
      const { account, authenticator } = await client.openAccount();
      const { accountId } = account;
      for (const typed of [undefined, '', 'yes', accountId.slice(0, 42)]) {
        await expect(admin(`accounts delete ${accountId}`, typed)).rejects.toThrow('not deleted');
      }
      expect(await admin(`accounts delete ${accountId.slice(0, 8)}`, `${accountId}\n`)).toBe(
        `deleted ${accountId}`,
      );
      await expect(client.vault(account.token)).rejects.toMatchObject(ended);
      await expect(client.logIn(authenticator)).rejects.toMatchObject({ code: 'UNKNOWN_PASSKEY' });
      await expect(admin(`accounts show ${accountId}`)).rejects.toThrow('no account begins with');
      const other = (await client.openAccount()).account.accountId;
      expect(await admin(`accounts delete ${other} --yes`)).toBe(`deleted ${other}`);
    });

    it('the server rejects new accounts while enrolment is off', async () => {
      const { client } = await serve(CLOSED);
      await expect(client.registrationOptions()).rejects.toMatchObject(disabled);
      expect(await isEnrolling(client)).toBe(false);
    });

    it('frees the account’s place when a registration fails or is abandoned', async () => {
      const { client } = await serve({ ...TENANT, maxAccounts: 1 });
      const { challengeId, options } = await client.registrationOptions();
      const wrong = createSoftAuthenticator().create(options, {
        ...client.ceremony(),
        origin: 'https://evil.example',
      });
      const failed = client.post(wire.NewRegistrationResponse, '/v1/registration/verify', {
        challengeId,
        credential: wrong.credential,
      });
      await expect(failed).rejects.toMatchObject({ code: 'AUTH_FAILED' });

      // Abandons the account: the client ends the session before it sends the commit.
      const authenticator = createSoftAuthenticator();
      const { account } = await client.register(authenticator);
      await expect(client.registrationOptions()).rejects.toMatchObject(disabled);
      const commit = await client.prepareCommit(account, authenticator);
      await client.revoke(account.token);
      await expect(client.sendCommit(account, commit)).rejects.toMatchObject(ended);

      await client.openAccount();
      clock.advance(20 * MINUTE);
      await expect(client.registrationOptions()).rejects.toMatchObject(disabled);
    });

    it('limits the accounts of a tenant, even when registrations run in parallel', async () => {
      const limited = { ...TENANT, maxAccounts: 2 };
      const here = await serve(limited, OTHER_TENANT);
      const there = await serve(limited, OTHER_TENANT);
      await here.client.openAccount();
      const clients = [here, there, here, there].map(({ client }) => client);
      const codes = await race(clients);
      expect(codes.toSorted()).toEqual([
        'ENROLLMENT_DISABLED',
        'ENROLLMENT_DISABLED',
        'ENROLLMENT_DISABLED',
        'created',
      ]);
      expect(await isEnrolling(here.client)).toBe(false);
      await expect(there.client.registrationOptions()).rejects.toMatchObject(disabled);
      await there.clientOf(OTHER_TENANT).openAccount();
      // The abandoned registration no longer counts.
      clock.advance(10 * MINUTE);
      expect(await isEnrolling(here.client)).toBe(true);
    });

    it.each([
      ['accounts', 'accounts has list, show, disable, enable, delete, end-sessions'],
      ['users list', 'all commands begin with accounts'],
      ['accounts drop', 'accounts has list, show, disable, enable, delete, end-sessions'],
      ['accounts list extra', 'accounts list takes no further word'],
      ['accounts list --yes', 'accounts list has no option --yes'],
      ['accounts list --limit 0', '--limit takes a whole number from 1 to 1000000'],
      ['accounts show', 'accounts show needs one account'],
      ['accounts show abc', 'an account is named by its id or at least 6 characters of it'],
      ['accounts show abcdef', 'no account begins with abcdef'],
      ['accounts list --what', "Unknown option '--what'"],
      ['enrolment status', 'all commands begin with accounts'],
      ['accounts list --tenant mian', 'there is no tenant mian; there are: main, other'],
      ['accounts list --tenant=', 'there is no tenant “”; there are: main, other'],
      ['accounts end-sessions abcdef', 'no account begins with abcdef'],
    ])('rejects “%s” and names the mistake', async (line, message) => {
      await serve(TENANT, OTHER_TENANT);
      await expect(admin(line)).rejects.toThrow(message);
    });

    it('lists the accounts of a tenant that the settings no longer contain', async () => {
      const former = { ...OTHER_TENANT, id: 'former' };
      const { clientOf } = await serve(TENANT, former);
      const { account } = await clientOf(former).openAccount();
      tenants = [TENANT];
      expect(await admin('accounts list --tenant former')).toContain(account.accountId);
      await expect(admin('accounts list --tenant x')).rejects.toThrow(
        'there is no tenant x; there are: main, former',
      );
    });

    it('lists a tenant without accounts', async () => {
      await serve(TENANT, OTHER_TENANT);
      expect(await admin(`accounts list --tenant ${OTHER_TENANT.id}`)).toContain('0 of 0');
    });

    it('rejects a database that no server has set up', async () => {
      await expect(admin('accounts list')).rejects.toThrow(
        target.engine === 'sqlite' ? 'there is no database at' : 'start this version of the server',
      );
    });
  });
}
