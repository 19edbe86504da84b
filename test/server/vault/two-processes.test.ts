import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { openVaultStore } from '../../../server/vault/storage/open-store.ts';
import type { NewCredential, VaultStore } from '../../../server/vault/store.ts';
import { createMemoryVaultStore } from '../../helpers/memory-vault-store.ts';
import { opaqueId } from '../../helpers/vault-client.ts';
import { OPEN, storeFixture, T0 } from './store-fixture.ts';

const directory = mkdtempSync(join(tmpdir(), 'condor-two-processes-'));
afterAll(() => rmSync(directory, { recursive: true }));

const KINDS = ['commit', 'remove', 'revoke', 'log in', 'delete', 'purge'] as const;
const steps = fc.array(
  fc.record({
    kind: fc.constantFrom(...KINDS),
    account: fc.nat(2),
    isThere: fc.boolean(),
    isAtOnce: fc.boolean(),
  }),
  { minLength: 1, maxLength: 25 },
);

it('two stores on one SQLite file both read the last write, whichever store wrote it', async () => {
  const file = join(directory, 'vault.db');
  const here = await openVaultStore({ engine: 'sqlite', file });
  const there = await openVaultStore({ engine: 'sqlite', file });
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      const model = createMemoryVaultStore();
      const { passkey, commitOf } = storeFixture(() => here);
      const tokens: { tokenHash: string; accountId: string }[] = [];
      const both = async <T>(store: VaultStore, work: (store: VaultStore) => Promise<T>) => {
        const [real, expected] = await Promise.all([work(store), work(model)]);
        expect(real).toEqual(expected);
      };
      const newSession = (accountId: string) => {
        // Every third session of all accounts has expired when a purge visits it.
        const expiresAt = T0 + (tokens.length % 3 === 2 ? 1 : 600_000);
        const session = { tokenHash: opaqueId(), tenantId: 'main', accountId, expiresAt };
        tokens.push(session);
        return session;
      };
      const accounts: { first: NewCredential; second: NewCredential; revision: number }[] = [];
      for (let i = 0; i < 3; i++) {
        const first = passkey(opaqueId());
        const second = passkey(first.accountId);
        const session = newSession(first.accountId);
        await both(here, (store) =>
          store.createAccount({ credential: first, session, rules: OPEN }),
        );
        const begin = commitOf(first.accountId, first, 0, {
          activated: [first.id],
          sessionHash: session.tokenHash,
        });
        await both(here, (store) => store.commit(begin));
        await both(here, (store) => store.addPasskey(second, { maxPasskeys: 8, now: T0 }));
        accounts.push({ first, second, revision: 1 });
      }
      const compare = async () => {
        for (const store of [here, there]) {
          for (const { first } of accounts) {
            expect(await store.readVault(first.accountId)).toEqual(
              await model.readVault(first.accountId),
            );
          }
          for (const { tokenHash } of tokens) {
            expect(await store.findSession(tokenHash)).toEqual(await model.findSession(tokenHash));
          }
        }
      };
      await compare();
      for (const { kind, account, isThere, isAtOnce } of list) {
        const one = accounts[account];
        if (one === undefined) throw new Error('no account');
        const { first, second } = one;
        const { accountId } = first;
        const store = isThere ? there : here;
        if (kind === 'commit' || kind === 'remove') {
          const removed = kind === 'remove' ? [second.id] : [];
          const sessionHash = tokens.find((token) => token.accountId === accountId)?.tokenHash;
          const commit = commitOf(accountId, first, one.revision, {
            removed,
            sessionHash: sessionHash ?? '',
          });
          await both(store, (it) => it.commit(commit));
          one.revision = (await model.readVault(accountId))?.revision ?? one.revision;
        } else if (kind === 'revoke') {
          const token = tokens.findLast((held) => held.accountId === accountId);
          await both(store, (it) => it.revokeSession(token?.tokenHash ?? ''));
        } else if (kind === 'log in') {
          const session = newSession(accountId);
          const counters = { counterBefore: 0, counter: 0 };
          const login = { tenantId: 'main', credentialId: first.id, ...counters, session, now: T0 };
          await both(store, (it) => it.logIn(login));
        } else if (kind === 'delete') {
          const counters = { counterBefore: 0, counter: 0 };
          const { revision } = one;
          const who = { tenantId: 'main', accountId, credentialId: first.id, ...counters };
          await both(store, (it) => it.deleteAccount({ ...who, revision }));
        } else {
          await store.purge(T0 + 10);
          await model.purge(T0 + 10);
        }
        // A read in the same turn of the event loop must already see the write.
        if (!isAtOnce) await nextTurn();
        await compare();
      }
    }),
    { numRuns: 25 },
  );
  await Promise.all([here.close(), there.close()]);
});
