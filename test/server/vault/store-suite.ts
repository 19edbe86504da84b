import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PENDING_ACCOUNT_MS, RECEIPT_MS } from '../../../server/vault/numbers.ts';
import type { Challenge, Commit, NewCredential, VaultStore } from '../../../server/vault/store.ts';
import { opaqueId } from '../../helpers/vault-client.ts';

const T0 = 1_800_000_000_000;
const TENANT = 'main';

/** What every implementation of the store's port must do. Run by each engine's test file. */
export function describeVaultStore(name: string, open: () => Promise<VaultStore>): void {
  describe(`vault store: ${name}`, () => {
    let store: VaultStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());

    function passkey(accountId: string, change: Partial<NewCredential> = {}): NewCredential {
      return {
        tenantId: TENANT,
        id: opaqueId(),
        accountId,
        publicKey: Uint8Array.of(1, 2, 3, 255),
        counter: 0,
        isBackupEligible: true,
        transports: ['internal', 'odd "\u0000 text'],
        createdAt: T0,
        provisionalUntil: T0 + 600_000,
        ...change,
      };
    }

    function challenge(change: Partial<Challenge> = {}): Challenge {
      return {
        idHash: opaqueId(),
        tenantId: TENANT,
        purpose: 'login',
        challengeHash: opaqueId(),
        accountId: null,
        sessionHash: null,
        issuedAt: T0,
        expiresAt: T0 + 120_000,
        revision: null,
        digest: null,
        operationId: null,
        ...change,
      };
    }

    /** An account with one passkey; `revision` commits happen at once. */
    async function account(revision = 1, change: Partial<NewCredential> = {}) {
      const accountId = opaqueId();
      const credential = passkey(accountId, change);
      const session = {
        tokenHash: opaqueId(),
        tenantId: TENANT,
        accountId,
        expiresAt: T0 + 600_000,
      };
      expect(await store.createAccount({ credential, session })).toBe('created');
      for (let at = 0; at < revision; at++) {
        const activated = at === 0 ? [credential.id] : [];
        expect(await store.commit(commitOf(accountId, credential, at, { activated }))).toBe(
          'committed',
        );
      }
      return { accountId, credential, session };
    }

    function commitOf(
      accountId: string,
      credential: NewCredential,
      revision: number,
      change: Partial<Commit> = {},
    ): Commit {
      return {
        tenantId: credential.tenantId,
        accountId,
        credentialId: credential.id,
        counterBefore: credential.counter,
        counter: credential.counter,
        revision,
        digest: opaqueId(),
        envelope: `{"revision":${revision + 1}, "text": "ü\\u0041 exact"}`,
        operationId: opaqueId(),
        now: T0 + 1000,
        activated: [],
        removed: [],
        sessionHash: opaqueId(),
        ...change,
      };
    }

    it('gives a taken challenge back whole and only once', async () => {
      const one = challenge({ purpose: 'mutation', revision: 3, digest: 'd', operationId: 'o' });
      await store.addChallenge(one, 16);
      expect(await store.takeChallenge(one.idHash)).toEqual(one);
      expect(await store.takeChallenge(one.idHash)).toBeUndefined();
    });

    it('gives a challenge to one of 50 parallel takers', async () => {
      const one = challenge();
      await store.addChallenge(one, 16);
      const taken = await Promise.all(
        Array.from({ length: 50 }, () => store.takeChallenge(one.idHash)),
      );
      expect(taken.filter((result) => result !== undefined)).toHaveLength(1);
    });

    it('keeps the 16 newest challenges of an account, and only an account is bounded', async () => {
      const { accountId, session } = await account();
      const issued = Array.from({ length: 20 }, (_, i) =>
        challenge({ accountId, sessionHash: session.tokenHash, issuedAt: T0 + i }),
      );
      for (const one of issued) await store.addChallenge(one, 16);
      const anonymous = Array.from({ length: 20 }, () => challenge());
      for (const one of anonymous) await store.addChallenge(one, 16);
      const left = await Promise.all(issued.map(({ idHash }) => store.takeChallenge(idHash)));
      expect(left.map((one) => one !== undefined)).toEqual(issued.map((_, i) => i >= 4));
      const leftAnonymous = await Promise.all(
        anonymous.map(({ idHash }) => store.takeChallenge(idHash)),
      );
      expect(leftAnonymous.every((one) => one !== undefined)).toBe(true);
    });

    it('bounds an account that asks for 50 challenges at once', async () => {
      const { accountId, session } = await account();
      const issued = Array.from({ length: 50 }, () =>
        challenge({ accountId, sessionHash: session.tokenHash }),
      );
      await Promise.all(issued.map((one) => store.addChallenge(one, 16)));
      const left = await Promise.all(issued.map(({ idHash }) => store.takeChallenge(idHash)));
      expect(left.filter((one) => one !== undefined)).toHaveLength(16);
    });

    it('finds a session until it is revoked', async () => {
      const { session } = await account();
      expect(await store.findSession(session.tokenHash)).toEqual(session);
      await store.revokeSession(session.tokenHash);
      expect(await store.findSession(session.tokenHash)).toBeUndefined();
    });

    it('creates an account at revision 0 with a provisional credential', async () => {
      const { accountId, credential } = await account(0);
      expect(await store.readAccount(accountId)).toEqual({
        id: accountId,
        revision: 0,
        credentials: [credential],
      });
      expect(await store.readVault(accountId)).toBeUndefined();
      expect(await store.findCredential(TENANT, credential.id)).toEqual(credential);
    });

    it('lets one of 20 parallel accounts have a credential id, and leaves nothing of the others', async () => {
      const id = opaqueId();
      const attempts = Array.from({ length: 20 }, () => {
        const accountId = opaqueId();
        return {
          credential: passkey(accountId, { id }),
          session: { tokenHash: opaqueId(), tenantId: TENANT, accountId, expiresAt: T0 + 1 },
        };
      });
      const results = await Promise.all(attempts.map((attempt) => store.createAccount(attempt)));
      expect(results.filter((result) => result === 'created')).toHaveLength(1);
      const accounts = await Promise.all(
        attempts.map(({ session }) => store.readAccount(session.accountId)),
      );
      expect(accounts.filter((one) => one !== undefined)).toHaveLength(1);
    });

    it('keeps the credentials of tenants apart and knows of those elsewhere', async () => {
      const { credential } = await account();
      expect(await store.findCredential('other', credential.id)).toBeUndefined();
      expect(await store.isCredentialElsewhere('other', credential.id)).toBe(true);
      expect(await store.isCredentialElsewhere(TENANT, credential.id)).toBe(false);
      const { accountId } = await account(1, { tenantId: 'third', id: credential.id });
      expect((await store.findCredential('third', credential.id))?.accountId).toBe(accountId);
      expect((await store.findCredential(TENANT, credential.id))?.accountId).toBe(
        credential.accountId,
      );
    });

    it('adds passkeys up to the limit, whoever asks at once', async () => {
      const { accountId } = await account();
      const results = await Promise.all(
        Array.from({ length: 12 }, () =>
          store.addPasskey(passkey(accountId), { maxPasskeys: 8, now: T0 }),
        ),
      );
      expect(results.filter((result) => result === 'added')).toHaveLength(7);
      expect(results.filter((result) => result === 'passkey-limit')).toHaveLength(5);
      expect((await store.readAccount(accountId))?.credentials).toHaveLength(8);
    });

    it('lets expired provisional passkeys make room, and their ids be used again', async () => {
      const { accountId } = await account();
      const old = Array.from({ length: 7 }, () => passkey(accountId));
      for (const one of old) await store.addPasskey(one, { maxPasskeys: 8, now: T0 });
      const now = T0 + 600_000;
      const again = passkey(accountId, {
        id: old[0]?.id ?? '',
        createdAt: now,
        provisionalUntil: now + 600_000,
      });
      expect(await store.addPasskey(again, { maxPasskeys: 8, now })).toBe('added');
      expect((await store.readAccount(accountId))?.credentials).toHaveLength(2);
    });

    it('adds no passkey to a pending vault, an unknown account, or under a known id', async () => {
      const pending = await account(0);
      const limits = { maxPasskeys: 8, now: T0 };
      expect(await store.addPasskey(passkey(pending.accountId), limits)).toBe('vault-pending');
      expect(await store.addPasskey(passkey(opaqueId()), limits)).toBe('account-gone');
      const first = await account();
      const second = await account();
      const stolen = passkey(first.accountId, { id: second.credential.id });
      expect(await store.addPasskey(stolen, limits)).toBe('credential-exists');
    });

    it('commits: exact text, receipt, counter and activation together', async () => {
      const { accountId, credential } = await account(0, { counter: 7 });
      const commit = commitOf(accountId, credential, 0, {
        counter: 9,
        activated: [credential.id],
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

    it('lets one of 32 parallel commits advance the vault', async () => {
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

    it('tells the loser of a race with the same operation that the operation exists', async () => {
      const { accountId, credential } = await account();
      const operationId = opaqueId();
      const commits = Array.from({ length: 8 }, () =>
        commitOf(accountId, credential, 1, { operationId }),
      );
      const results = await Promise.all(commits.map((commit) => store.commit(commit)));
      expect(results.toSorted()).toEqual(['committed', ...Array(7).fill('operation-exists')]);
    });

    it('leaves everything as it was when a commit loses a part of its race', async () => {
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

    it('logs one of 16 parallel assertions with the same counter in', async () => {
      const { credential, session } = await account(1, { counter: 3 });
      const logins = Array.from({ length: 16 }, () => ({
        tenantId: TENANT,
        credentialId: credential.id,
        counterBefore: 3,
        counter: 4,
        session: { ...session, tokenHash: opaqueId() },
      }));
      const results = await Promise.all(logins.map((login) => store.logIn(login)));
      expect(results.filter((result) => result === 'counter-moved')).toHaveLength(15);
      const sessions = await Promise.all(
        logins.map(({ session: { tokenHash } }) => store.findSession(tokenHash)),
      );
      expect(sessions.filter((one) => one !== undefined)).toHaveLength(1);
    });

    it('deletes an account with all that belongs to it', async () => {
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

    it('counts hits in windows that start with the first hit', async () => {
      const { accountId } = await account();
      const hit = (now: number) =>
        store.countHit(accountId, 'mutation-options', { now, windowMs: 60_000 });
      expect(await hit(T0)).toEqual({ hits: 1, endsAt: T0 + 60_000 });
      expect(await hit(T0 + 59_999)).toEqual({ hits: 2, endsAt: T0 + 60_000 });
      expect(await hit(T0 + 60_000)).toEqual({ hits: 1, endsAt: T0 + 120_000 });
      const others = await store.countHit(accountId, 'mutation-commit', { now: T0, windowMs: 1 });
      expect(others.hits).toBe(1);
    });

    it('counts each of 30 parallel hits once', async () => {
      const { accountId } = await account();
      const counted = await Promise.all(
        Array.from({ length: 30 }, () =>
          store.countHit(accountId, 'mutation-commit', { now: T0, windowMs: 60_000 }),
        ),
      );
      expect(counted.map(({ hits }) => hits).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 30 }, (_, i) => i + 1),
      );
    });

    it('purges what has passed its time and nothing else', async () => {
      await store.purge(T0 + 10 * RECEIPT_MS);
      const stale = challenge();
      const fresh = challenge({ expiresAt: T0 + 120_001 });
      await store.addChallenge(stale, 16);
      await store.addChallenge(fresh, 16);
      const kept = await account(1);
      const pending = await account(0);
      const extra = passkey(kept.accountId);
      await store.addPasskey(extra, { maxPasskeys: 8, now: T0 });

      await store.purge(T0 + 120_000);
      expect(await store.takeChallenge(stale.idHash)).toBeUndefined();
      expect(await store.takeChallenge(fresh.idHash)).toBeDefined();
      expect(await store.findSession(kept.session.tokenHash)).toBeDefined();

      await store.purge(T0 + 600_000);
      expect(await store.findSession(kept.session.tokenHash)).toBeUndefined();
      expect(await store.findCredential(TENANT, extra.id)).toBeUndefined();
      expect(await store.findCredential(TENANT, kept.credential.id)).toBeDefined();

      const probe = () => store.addPasskey(passkey(pending.accountId), { maxPasskeys: 8, now: T0 });
      await store.purge(T0 + 600_000 + PENDING_ACCOUNT_MS - 1);
      expect(await probe()).toBe('vault-pending');
      await store.purge(T0 + 600_000 + PENDING_ACCOUNT_MS);
      expect(await probe()).toBe('account-gone');
      expect(await store.readVault(kept.accountId)).toBeDefined();
    });

    it('keeps receipts for 30 days, and the last 64 of an account for ever', async () => {
      const { accountId, credential } = await account(0);
      const operations: string[] = [];
      for (let revision = 0; revision < 70; revision++) {
        const commit = commitOf(accountId, credential, revision, {
          activated: revision === 0 ? [credential.id] : [],
          now: T0 + 1000,
        });
        operations.push(commit.operationId);
        expect(await store.commit(commit)).toBe('committed');
      }
      const left = async () => {
        const found = await Promise.all(operations.map((id) => store.findReceipt(accountId, id)));
        return found.map((receipt) => receipt?.revision).filter((one) => one !== undefined);
      };
      await store.purge(T0 + 999 + RECEIPT_MS);
      expect(await left()).toHaveLength(70);
      await store.purge(T0 + 1000 + RECEIPT_MS);
      expect(await left()).toEqual(Array.from({ length: 64 }, (_, i) => i + 7));
    });
  });
}
