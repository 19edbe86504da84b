import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VaultStore } from '../../../server/vault/store.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { storeFixture, T0, TENANT } from './store-fixture.ts';

/** Describes commits, logins and deletions of every store implementation, including races. */
export function describeCommits(name: string, open: () => Promise<VaultStore>): void {
  describe(`vault store: ${name}`, () => {
    let store: VaultStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const { passkey, challenge, account, commitOf } = storeFixture(() => store);

    it('stores the exact text, receipt, counter and activation of a commit together', async () => {
      const { accountId, credential, session } = await account(0, { counter: 7 });
      const commit = commitOf(accountId, credential, 0, {
        counter: 9,
        activated: [credential.id],
        sessionHash: session.tokenHash,
      });
      expect(await store.commit(commit)).toBe('committed');
      expect(await store.readVault(accountId)).toEqual({
        revision: 1,
        digest: commit.digest,
        envelope: commit.envelope,
      });
      expect(await store.findReceipt(accountId, commit.operationId)).toEqual({
        revision: 1,
        digest: commit.digest,
      });
      expect(await store.findCredential(TENANT, credential.id)).toMatchObject({
        counter: 9,
        provisionalUntil: null,
      });
    });

    it('accepts only one of 32 parallel commits of the same revision', async () => {
      const { accountId, credential } = await account();
      const commits = Array.from({ length: 32 }, () => commitOf(accountId, credential, 1));
      const results = await Promise.all(commits.map((commit) => store.commit(commit)));
      expect(results.filter((result) => result === 'committed')).toHaveLength(1);
      expect(results.filter((result) => result === 'revision-conflict')).toHaveLength(31);
      const winner = commits[results.indexOf('committed')];
      expect(await store.readVault(accountId)).toMatchObject({
        revision: 2,
        envelope: winner?.envelope,
      });
      const receipts = await Promise.all(
        commits.map(({ operationId }) => store.findReceipt(accountId, operationId)),
      );
      expect(receipts.filter((receipt) => receipt !== undefined)).toHaveLength(1);
    });

    it('returns operation-exists to all but one of eight parallel commits with the same operation', async () => {
      const { accountId, credential } = await account();
      const operationId = opaqueId();
      const commits = Array.from({ length: 8 }, () =>
        commitOf(accountId, credential, 1, { operationId }),
      );
      const results = await Promise.all(commits.map((commit) => store.commit(commit)));
      expect(results.toSorted()).toEqual(['committed', ...Array(7).fill('operation-exists')]);
    });

    it('changes nothing when one of the conditions for a commit isn’t met', async () => {
      const { accountId, credential } = await account(1, { counter: 5 });
      const before = await store.readVault(accountId);
      const stale = commitOf(accountId, credential, 1, { counterBefore: 4, counter: 6 });
      expect(await store.commit(stale)).toBe('lost-race');
      const unknown = commitOf(accountId, credential, 1, { activated: [opaqueId()] });
      expect(await store.commit(unknown)).toBe('lost-race');
      const foreign = (await account()).credential.id;
      expect(await store.commit(commitOf(accountId, credential, 1, { removed: [foreign] }))).toBe(
        'lost-race',
      );
      const late = passkey(accountId);
      await store.addPasskey(late, { maxPasskeys: 8, now: T0 });
      const tooLate = commitOf(accountId, credential, 1, {
        activated: [late.id],
        now: T0 + 600_000,
      });
      expect(await store.commit(tooLate)).toBe('lost-race');
      expect(await store.readVault(accountId)).toEqual(before);
      for (const { operationId } of [stale, unknown, tooLate]) {
        expect(await store.findReceipt(accountId, operationId)).toBeUndefined();
      }
      expect(await store.findCredential(TENANT, credential.id)).toMatchObject({ counter: 5 });
      expect(await store.findCredential(TENANT, foreign)).toBeDefined();
    });

    it('rejects the first commit of an account whose session has ended', async () => {
      const { accountId, credential, session } = await account(0);
      await store.revokeSession(session.tokenHash);
      const commit = commitOf(accountId, credential, 0, {
        activated: [credential.id],
        sessionHash: session.tokenHash,
      });
      expect(await store.commit(commit)).toBe('account-gone');
      expect(await store.readVault(accountId)).toBeUndefined();
    });

    it('removes passkeys with a commit and ends every other session', async () => {
      const { accountId, credential, session } = await account();
      const lost = passkey(accountId);
      await store.addPasskey(lost, { maxPasskeys: 8, now: T0 });
      await store.commit(commitOf(accountId, credential, 1, { activated: [lost.id] }));
      const other = { ...session, tokenHash: opaqueId() };
      await store.logIn({
        tenantId: TENANT,
        credentialId: lost.id,
        counterBefore: 0,
        counter: 0,
        session: other,
        now: T0,
      });
      const removal = commitOf(accountId, credential, 2, {
        removed: [lost.id],
        sessionHash: session.tokenHash,
      });
      expect(await store.commit(removal)).toBe('committed');
      expect(await store.findCredential(TENANT, lost.id)).toBeUndefined();
      expect(await store.findSession(other.tokenHash)).toBeUndefined();
      expect(await store.findSession(session.tokenHash)).toBeDefined();
    });

    it('accepts only one of 16 parallel logins with the same counter', async () => {
      const { credential, session } = await account(1, { counter: 3 });
      const logins = Array.from({ length: 16 }, () => ({
        tenantId: TENANT,
        credentialId: credential.id,
        counterBefore: 3,
        counter: 4,
        session: { ...session, tokenHash: opaqueId() },
        now: T0,
      }));
      const results = await Promise.all(logins.map((login) => store.logIn(login)));
      expect(results.filter((result) => result === 'counter-moved')).toHaveLength(15);
      const sessions = await Promise.all(
        logins.map(({ session: { tokenHash } }) => store.findSession(tokenHash)),
      );
      expect(sessions.filter((one) => one !== undefined)).toHaveLength(1);
    });

    it('rejects a login with a passkey that was removed, is provisional or belongs to another account', async () => {
      const { accountId, credential, session } = await account();
      const lost = passkey(accountId);
      const login = () => ({
        tenantId: TENANT,
        credentialId: lost.id,
        counterBefore: 0,
        counter: 0,
        session: { ...session, tokenHash: opaqueId() },
        now: T0,
      });
      await store.addPasskey(lost, { maxPasskeys: 8, now: T0 });
      const provisional = login();
      expect(await store.logIn(provisional)).toBe('counter-moved');
      await store.commit(commitOf(accountId, credential, 1, { activated: [lost.id] }));
      const stranger = (await account()).session;
      const foreign = {
        ...login(),
        session: { ...stranger, tokenHash: opaqueId() },
      };
      expect(await store.logIn(foreign)).toBe('counter-moved');
      expect(await store.logIn(login())).toMatchObject({ revision: 2 });
      const removal = commitOf(accountId, credential, 2, { removed: [lost.id] });
      expect(await store.commit(removal)).toBe('committed');
      const late = login();
      expect(await store.logIn(late)).toBe('counter-moved');
      for (const { session: refused } of [provisional, foreign, late]) {
        expect(await store.findSession(refused.tokenHash)).toBeUndefined();
      }
    });

    it('leaves no session of a passkey that signs in during its removal', async () => {
      const { accountId, credential, session } = await account();
      const lost = passkey(accountId);
      await store.addPasskey(lost, { maxPasskeys: 8, now: T0 });
      await store.commit(commitOf(accountId, credential, 1, { activated: [lost.id] }));
      const hashes = Array.from({ length: 12 }, () => opaqueId());
      const logIn = (tokenHash: string) =>
        store.logIn({
          tenantId: TENANT,
          credentialId: lost.id,
          counterBefore: 0,
          counter: 0,
          session: { ...session, tokenHash },
          now: T0,
        });
      const before = hashes.slice(0, 6).map(logIn);
      const removal = store.commit(commitOf(accountId, credential, 2, { removed: [lost.id] }));
      const after = hashes.slice(6).map(logIn);
      await Promise.all([...before, ...after]);
      expect(await removal).toBe('committed');
      const left = await Promise.all(hashes.map((hash) => store.findSession(hash)));
      expect(left.filter((one) => one !== undefined)).toEqual([]);
    });

    it('deletes an account with all its data', async () => {
      const { accountId, credential, session } = await account();
      const open = challenge({ accountId, sessionHash: session.tokenHash });
      await store.addChallenge(open, 16);
      await store.countHit(accountId, 'mutation-commit', { now: T0, windowMs: 60_000 });
      const deletion = {
        tenantId: TENANT,
        accountId,
        revision: 1,
        credentialId: credential.id,
        counterBefore: 0,
      };
      expect(await store.deleteAccount({ ...deletion, revision: 2 })).toBe('revision-conflict');
      expect(await store.deleteAccount({ ...deletion, counterBefore: 1 })).toBe('lost-race');
      expect(await store.deleteAccount(deletion)).toBe('committed');
      expect(await store.readAccount(accountId)).toBeUndefined();
      expect(await store.readVault(accountId)).toBeUndefined();
      expect(await store.findSession(session.tokenHash)).toBeUndefined();
      expect(await store.findCredential(TENANT, credential.id)).toBeUndefined();
      expect(await store.takeChallenge(open.idHash)).toBeUndefined();
    });
  });
}
