import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PENDING_ACCOUNT_MS, RECEIPT_MS } from '../../../server/vault/numbers.ts';
import type { VaultStore } from '../../../server/vault/store.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { storeFixture, T0, TENANT } from './store-fixture.ts';

/** Describes counting and purging of every store implementation. */
export function describeUpkeep(name: string, open: () => Promise<VaultStore>): void {
  describe(`vault store: ${name}`, () => {
    let store: VaultStore;
    beforeAll(async () => {
      store = await open();
    });
    afterAll(() => store.close());
    const { passkey, challenge, account, commitOf } = storeFixture(() => store);

    it('counts hits in windows that start with the first hit', async () => {
      const { accountId } = await account();
      const hit = (now: number) =>
        store.countHit(accountId, 'mutation-options', { now, windowMs: 60_000 });
      expect(await hit(T0)).toEqual({ hits: 1, endsAt: T0 + 60_000 });
      expect(await hit(T0 + 59_999)).toEqual({ hits: 2, endsAt: T0 + 60_000 });
      expect(await hit(T0 + 60_000)).toEqual({ hits: 1, endsAt: T0 + 120_000 });
      const others = await store.countHit(accountId, 'mutation-commit', { now: T0, windowMs: 1 });
      expect(others?.hits).toBe(1);
    });

    it('counts each of 30 parallel hits once', async () => {
      const { accountId } = await account();
      const counted = await Promise.all(
        Array.from({ length: 30 }, () =>
          store.countHit(accountId, 'mutation-commit', { now: T0, windowMs: 60_000 }),
        ),
      );
      expect(counted.map((count) => count?.hits ?? 0).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 30 }, (_, i) => i + 1),
      );
    });

    it('counts no hits of an unknown or deleted account, even when hits and the deletion run in parallel', async () => {
      const window = { now: T0, windowMs: 60_000 };
      expect(await store.countHit(opaqueId(), 'mutation-options', window)).toBeUndefined();
      for (let round = 0; round < 10; round++) {
        const { accountId, credential } = await account();
        const deletion = {
          tenantId: TENANT,
          accountId,
          revision: 1,
          credentialId: credential.id,
          counterBefore: credential.counter,
        };
        const [deleted, ...counted] = await Promise.all([
          store.deleteAccount(deletion),
          ...Array.from({ length: 8 }, () => store.countHit(accountId, 'mutation-commit', window)),
        ]);
        expect(deleted).toBe('committed');
        for (const count of counted) {
          if (count !== undefined) expect(count).toMatchObject({ endsAt: T0 + 60_000 });
        }
        expect(await store.countHit(accountId, 'mutation-commit', window)).toBeUndefined();
      }
    });

    it('deletes only expired rows in a purge', async () => {
      await store.purge(T0 + 10 * RECEIPT_MS);
      await store.purgeReceipts(T0 + 10 * RECEIPT_MS);
      const stale = challenge();
      const fresh = challenge({ expiresAt: T0 + 120_001 });
      await store.addChallenge(stale, 16);
      await store.addChallenge(fresh, 16);
      const consumed = opaqueId();
      await store.consumeChallenge(consumed, T0);
      const kept = await account(1);
      const pending = await account(0);
      const extra = passkey(kept.accountId);
      await store.addPasskey(extra, { maxPasskeys: 8, now: T0 });

      await store.purge(T0 + 120_000);
      expect(await store.takeChallenge(stale.idHash)).toBeUndefined();
      expect(await store.takeChallenge(fresh.idHash)).toBeDefined();
      expect(await store.findSession(kept.session.tokenHash)).toBeDefined();

      expect(await store.consumeChallenge(consumed, T0)).toBe(false);
      await store.purge(T0 + 600_000);
      expect(await store.consumeChallenge(consumed, T0)).toBe(true);
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

    it('deletes all but the last 64 old receipts of each account, even when all receipts have the same time', async () => {
      const operations: { accountId: string; id: string; revision: number }[] = [];
      for (let index = 0; index < 9; index++) {
        const { accountId, credential, session } = await account(0);
        for (let revision = 0; revision < 70; revision++) {
          const commit = commitOf(accountId, credential, revision, {
            activated: revision === 0 ? [credential.id] : [],
            now: T0 + 1000,
            sessionHash: session.tokenHash,
          });
          operations.push({ accountId, id: commit.operationId, revision: revision + 1 });
          expect(await store.commit(commit)).toBe('committed');
        }
      }
      await store.purgeReceipts(T0 + 1000 + RECEIPT_MS);
      for (const { accountId, id, revision } of operations) {
        const receipt = await store.findReceipt(accountId, id);
        expect(receipt?.revision).toBe(revision <= 6 ? undefined : revision);
      }
    });

    it('keeps every receipt for 30 days, and the last 64 receipts of an account forever', async () => {
      const { accountId, credential, session } = await account(0);
      const operations: string[] = [];
      for (let revision = 0; revision < 70; revision++) {
        const commit = commitOf(accountId, credential, revision, {
          activated: revision === 0 ? [credential.id] : [],
          now: T0 + 1000,
          sessionHash: session.tokenHash,
        });
        operations.push(commit.operationId);
        expect(await store.commit(commit)).toBe('committed');
      }
      const left = async () => {
        const found = await Promise.all(operations.map((id) => store.findReceipt(accountId, id)));
        return found.map((receipt) => receipt?.revision).filter((one) => one !== undefined);
      };
      await store.purgeReceipts(T0 + 999 + RECEIPT_MS);
      expect(await left()).toHaveLength(70);
      await store.purgeReceipts(T0 + 1000 + RECEIPT_MS);
      expect(await left()).toEqual(Array.from({ length: 64 }, (_, i) => i + 7));
    });
  });
}
