import fc from 'fast-check';
import type { VaultEdit } from '../../shared/vault/edits.ts';
import type { PublicPayload } from '../../shared/vault/payload.ts';

/** The only epoch of a vault. */
export const CONTINUITY = [{ epoch: 1, secret: 'A'.repeat(43) }];

/** A vault with one passkey and no other content. */
export const EMPTY_PAYLOAD: PublicPayload = {
  schema: 2,
  accountId: 'A'.repeat(43),
  revision: 1,
  prevDigest: '',
  createdAt: 1,
  device: 'test',
  wallets: [],
  keyring: [{ credentialId: 'cred', pk: 'AAAA', name: 'Phone', aaguid: '', addedAt: 1 }],
  contacts: [],
  settings: {},
  backups: [],
  tombstones: [],
};

const address = fc.constantFrom(...['a', 'b', 'c', 'd'].map((digit) => `0x${digit.repeat(40)}`));
const id = fc.constantFrom('w1', 'w2', 'w3');
const name = fc.constantFrom('One', 'Two', 'Three');
const at = fc.integer({ min: 1, max: 9 });
const account = fc.record({ address, name, hidden: fc.boolean() });

/** Generates edits of a few ids only, so that several edits affect the same item. */
export const anyEdit: fc.Arbitrary<VaultEdit> = fc.oneof(
  fc.record({
    kind: fc.constant('add-wallet' as const),
    id,
    wallet: fc.constantFrom('key' as const, 'watch' as const),
    name,
    accounts: fc.tuple(account),
    at,
  }),
  fc.record({
    kind: fc.constant('record-backups' as const),
    backups: fc.array(fc.record({ walletId: id, fileAt: at })),
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
