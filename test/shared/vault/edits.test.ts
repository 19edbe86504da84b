import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit, type VaultEdit } from '../../../shared/vault/edits.ts';
import {
  decodePayload,
  encodePayload,
  MAX_HISTORY,
  type PublicPayload,
} from '../../../shared/vault/payload.ts';

const EMPTY: PublicPayload = {
  schema: 1,
  accountId: 'A'.repeat(43),
  revision: 1,
  prevDigest: '',
  createdAt: 1,
  device: 'test',
  wallets: [],
  keyring: [{ credentialId: 'cred', pk: 'pk', name: 'Phone', aaguid: '', addedAt: 1 }],
  contacts: [],
  settings: {},
  tombstones: [],
};

const address = fc.constantFrom(...['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`));
const id = fc.constantFrom('w1', 'w2', 'w3');
const name = fc.constantFrom('One', 'Two', 'Three');
const at = fc.integer({ min: 1, max: 9 });
const account = fc.record({ address, name, hidden: fc.boolean() });

/** Any edit on few ids, so that edits meet each other often. */
const edit: fc.Arbitrary<VaultEdit> = fc.oneof(
  fc.record({
    kind: fc.constant('add-wallet' as const),
    id,
    wallet: fc.constantFrom('key' as const, 'watch' as const),
    name,
    accounts: fc.tuple(account),
    at,
  }),
  fc.record({ kind: fc.constant('remove-wallet' as const), walletId: id, at }),
  fc.record({ kind: fc.constant('order-wallets' as const), walletIds: fc.uniqueArray(id) }),
  fc.record({ kind: fc.constant('rename-wallet' as const), walletId: id, name, was: name, at }),
  fc.record({ kind: fc.constant('add-account' as const), walletId: id, account, at }),
  fc.record({
    kind: fc.constant('rename-account' as const),
    walletId: id,
    address,
    name,
    was: name,
    at,
  }),
  fc.record({
    kind: fc.constant('hide-account' as const),
    walletId: id,
    address,
    hidden: fc.boolean(),
    at,
  }),
  fc.record({
    kind: fc.constant('rename-passkey' as const),
    credentialId: fc.constant('cred'),
    name,
    was: name,
    at,
  }),
  fc.record({ kind: fc.constant('set-contact' as const), address, name, was: name, at }),
  fc.record({ kind: fc.constant('remove-contact' as const), address, at }),
  fc.record({
    kind: fc.constant('set-setting' as const),
    key: fc.constantFrom('language', 'referrer'),
    value: name,
    was: name,
    at,
  }),
);

const applied = (edits: readonly VaultEdit[]) => edits.reduce(applyEdit, EMPTY);

describe('edits of the vault', () => {
  it('change nothing more when they are applied twice', () => {
    fc.assert(
      fc.property(fc.array(edit), edit, (before, last) => {
        const once = applyEdit(applied(before), last);
        expect(applyEdit(once, last)).toEqual(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('always leave what can be written and read again, with each wallet once', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
        const payload = applied(edits);
        const again = decodePayload(encodePayload({ ...payload, wallets: [...payload.wallets] }));
        expect(again).toEqual(payload);
        const ids = payload.wallets.map((wallet) => wallet.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('lose no wallet but by its own removal', () => {
    fc.assert(
      fc.property(fc.array(edit), edit, (before, last) => {
        const was = applied(before);
        const kept = applyEdit(was, last).wallets.map((wallet) => wallet.id);
        const gone = was.wallets.filter((wallet) => !kept.includes(wallet.id));
        const allowed = last.kind === 'remove-wallet' ? [last.walletId] : [];
        expect(gone.map((wallet) => wallet.id).filter((one) => !allowed.includes(one))).toEqual([]);
      }),
    );
  });

  it('keep the last values that lost, and no more than there is room for', () => {
    const renames = Array.from({ length: MAX_HISTORY + 5 }, (_, i) => ({
      kind: 'rename-passkey' as const,
      credentialId: 'cred',
      name: `Name ${i}`,
      was: 'What the user saw',
      at: i,
    }));
    const { history = [] } = applied(renames);
    expect(history).toHaveLength(MAX_HISTORY);
    expect(history.at(-1)).toMatchObject({
      lost: `Name ${MAX_HISTORY + 3}`,
      kept: `Name ${MAX_HISTORY + 4}`,
    });
  });

  it('add a secret even where its address was only watched', () => {
    const accounts = [{ address: `0x${'a'.repeat(40)}`, name: 'A', hidden: false }];
    const add = { kind: 'add-wallet', name: 'W', accounts, at: 1 } as const;
    const { wallets } = applied([
      { ...add, id: 'watched', wallet: 'watch' },
      { ...add, id: 'own', wallet: 'key' },
      { ...add, id: 'own again', wallet: 'key' },
    ]);
    expect(wallets.map((wallet) => wallet.id)).toEqual(['watched', 'own']);
  });
});
