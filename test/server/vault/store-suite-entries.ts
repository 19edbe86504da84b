import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VaultStore } from '../../../server/vault/store.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { OPEN, storeFixture, T0, TENANT } from './store-fixture.ts';

const newKey = (seed: number) => () => new Uint8Array(32).fill(seed);

/** Describes challenges, sessions, accounts and passkeys of every store implementation. */
export function describeEntries(name: string, open: () => Promise<VaultStore>): void {
  describe(`vault store: ${name}`, () => {
    let store: VaultStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const { passkey, challenge, account } = storeFixture(() => store);

    it('returns a challenge unchanged the first time, and never again', async () => {
      const one = challenge({ purpose: 'mutation', revision: 3, digest: 'd', operationId: 'o' });
      await store.addChallenge(one, 16);
      expect(await store.takeChallenge(one.idHash)).toEqual(one);
      expect(await store.takeChallenge(one.idHash)).toBeUndefined();
    });

    it('returns a challenge to only one of 50 parallel callers', async () => {
      const one = challenge();
      await store.addChallenge(one, 16);
      const taken = await Promise.all(
        Array.from({ length: 50 }, () => store.takeChallenge(one.idHash)),
      );
      expect(taken.filter((result) => result !== undefined)).toHaveLength(1);
    });

    it('keeps the 16 newest challenges of an account, and all challenges of other accounts', async () => {
      const { accountId, session } = await account();
      const issued = Array.from({ length: 20 }, (_, i) =>
        challenge({ accountId, sessionHash: session.tokenHash, issuedAt: T0 + i }),
      );
      for (const one of issued) await store.addChallenge(one, 16);
      const others = Array.from({ length: 20 }, () => challenge());
      for (const one of others) await store.addChallenge(one, 16);
      const left = await Promise.all(issued.map(({ idHash }) => store.takeChallenge(idHash)));
      expect(left.map((one) => one !== undefined)).toEqual(issued.map((_, i) => i >= 4));
      const leftOfOthers = await Promise.all(
        others.map(({ idHash }) => store.takeChallenge(idHash)),
      );
      expect(leftOfOthers.every((one) => one !== undefined)).toBe(true);
    });

    it('keeps 16 challenges of an account that requests 24 in parallel', async () => {
      const { accountId, session } = await account();
      const issued = Array.from({ length: 24 }, () =>
        challenge({ accountId, sessionHash: session.tokenHash }),
      );
      await Promise.all(issued.map((one) => store.addChallenge(one, 16)));
      const left = await Promise.all(issued.map(({ idHash }) => store.takeChallenge(idHash)));
      expect(left.filter((one) => one !== undefined)).toHaveLength(16);
    });

    it('returns the same key of anonymous challenges to instances that request the key in parallel', async () => {
      const now = T0 + 20 * 60_000;
      const keys = await Promise.all(
        Array.from({ length: 20 }, (_, i) => store.challengeKey({ now, newKey: newKey(i) })),
      );
      expect(new Set(keys.map(String))).toHaveLength(1);
      expect(keys[0]).toHaveLength(32);
      const later = await store.challengeKey({ now: now + 240_000, newKey: newKey(99) });
      expect(later).toEqual(keys[0]);
    });

    it.each([
      ['forward', 301_000],
      ['back', -301_000],
    ])('replaces the key when the clock was set %s by more than five minutes', async (_, shift) => {
      const now = T0 + 40 * 60_000;
      const before = await store.challengeKey({ now, newKey: newKey(101) });
      const after = await store.challengeKey({ now: now + shift, newKey: newKey(102 + shift) });
      expect(after).not.toEqual(before);
      expect(await store.challengeKey({ now: now + shift, newKey: newKey(7) })).toEqual(after);
    });

    it('keeps the key while only purges use the store', async () => {
      const start = T0 + 60 * 60_000;
      const before = await store.challengeKey({ now: start, newKey: newKey(201) });
      for (let minute = 1; minute <= 10; minute++) await store.purge(start + minute * 60_000);
      const now = start + 10 * 60_000;
      expect(await store.challengeKey({ now, newKey: newKey(202) })).toEqual(before);
    });

    it('replaces the key after a purge whose clock is an hour ahead, even when the clock is correct again', async () => {
      const now = T0 + 80 * 60_000;
      const before = await store.challengeKey({ now, newKey: newKey(301) });
      await store.purge(now + 3_600_000);
      expect(await store.challengeKey({ now, newKey: newKey(302) })).not.toEqual(before);
    });

    it('accepts an id for only one of 50 parallel requests, and for no request after a purge at the id’s expiry', async () => {
      const id = opaqueId();
      const results = await Promise.all(
        Array.from({ length: 50 }, () => store.consumeChallenge(id, T0 + 120_000)),
      );
      expect(results.filter(Boolean)).toHaveLength(1);
      await store.purge(T0 + 120_000);
      expect(await store.consumeChallenge(id, T0 + 120_000)).toBe(false);
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

    it('creates only one of 20 accounts that use the same credential id in parallel, and stores nothing of the other accounts', async () => {
      const id = opaqueId();
      const attempts = Array.from({ length: 20 }, () => {
        const accountId = opaqueId();
        return {
          credential: passkey(accountId, { id }),
          session: { tokenHash: opaqueId(), tenantId: TENANT, accountId, expiresAt: T0 + 1 },
          rules: OPEN,
        };
      });
      const results = await Promise.all(attempts.map((attempt) => store.createAccount(attempt)));
      expect(results.filter((result) => result === 'created')).toHaveLength(1);
      const accounts = await Promise.all(
        attempts.map(({ session }) => store.readAccount(session.accountId)),
      );
      expect(accounts.filter((one) => one !== undefined)).toHaveLength(1);
    });

    it('allows the same credential id in two tenants, and detects a credential of another tenant', async () => {
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

    it('adds passkeys up to the limit, even in parallel', async () => {
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

    it('replaces expired provisional passkeys, and accepts their ids again', async () => {
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

    it('adds no passkey to a pending vault, to an unknown account, or under an id that is already in use', async () => {
      const pending = await account(0);
      const limits = { maxPasskeys: 8, now: T0 };
      expect(await store.addPasskey(passkey(pending.accountId), limits)).toBe('vault-pending');
      expect(await store.addPasskey(passkey(opaqueId()), limits)).toBe('account-gone');
      const first = await account();
      const second = await account();
      const stolen = passkey(first.accountId, { id: second.credential.id });
      expect(await store.addPasskey(stolen, limits)).toBe('credential-exists');
    });
  });
}
