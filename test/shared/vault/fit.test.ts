import { describe, expect, it } from 'vitest';
import { toBase64url } from '../../../shared/bytes.ts';
import { applyEdit, isAddition, type VaultEdit } from '../../../shared/vault/edits.ts';
import { openEnvelope, sealEnvelope } from '../../../shared/vault/envelope.ts';
import {
  contentBytes,
  KEPT_TOMBSTONES,
  pruned,
  TOMBSTONE_LIFE_MS,
  USABLE_BYTES,
} from '../../../shared/vault/fit.ts';
import { MAX_EPOCHS, MAX_HISTORY, type VaultPayload } from '../../../shared/vault/payload.ts';
import { passkeyKeyPair } from '../../../shared/vault/prf.ts';
import { createFakeRandom } from '../../helpers/fake-world.ts';
import { nobleAead } from '../../helpers/noble-aead.ts';

const NOW = 1_800_000_000_000;
const random = createFakeRandom('fit');
const rpId = 'vault.example.com';
const accountBytes = random.bytes(32);
const credentialId = random.bytes(16);
const pair = passkeyKeyPair({
  prf: random.bytes(32),
  binding: { rpId, accountId: accountBytes },
  credentialId,
});

const EMPTY: VaultPayload = {
  schema: 2,
  accountId: toBase64url(accountBytes),
  revision: 3,
  prevDigest: toBase64url(random.bytes(32)),
  createdAt: NOW,
  device: 'test',
  wallets: [],
  keyring: [
    {
      credentialId: toBase64url(credentialId),
      pk: toBase64url(pair.publicKey),
      name: 'key',
      aaguid: '',
      addedAt: 1,
    },
  ],
  contacts: [],
  settings: {},
  continuity: Array.from({ length: MAX_EPOCHS }, () => ({
    epoch: Number.MAX_SAFE_INTEGER,
    secret: 'A'.repeat(43),
  })),
  backups: [],
  tombstones: [],
};

const addressAt = (i: number) => `0x${i.toString(16).padStart(40, '0')}`;
const contact = (i: number, name = `Contact ${i}`): VaultEdit => ({
  kind: 'set-contact',
  address: addressAt(i),
  name,
  at: NOW,
});
const removal = (i: number): VaultEdit => ({
  kind: 'remove-contact',
  address: addressAt(i),
  at: NOW,
});

/** Saves once: applies edits, seals, and opens the result as another device would. */
async function save(payload: VaultPayload, ...edits: readonly VaultEdit[]): Promise<VaultPayload> {
  const edited = edits.reduce(applyEdit, payload);
  const { envelope } = await sealEnvelope({
    payload: { ...payload, ...edited, wallets: [] },
    rpId,
    aead: nobleAead,
    random,
    isAddition: edits.some(isAddition),
  });
  return openEnvelope({ envelope, rpId, aead: nobleAead, credentialId, ...pair });
}

/** Returns a vault with the maximum number of contacts. */
async function fullVault(): Promise<VaultPayload> {
  let payload = EMPTY;
  for (let i = 0; i < 1024; i++) {
    const next = applyEdit(payload, contact(i, 'x'.repeat(60)));
    if (contentBytes(next) > USABLE_BYTES) break;
    payload = { ...payload, ...next, wallets: [] };
  }
  return save(payload);
}

describe('a vault', () => {
  it('stays writable after 3,000 added and removed contacts', async () => {
    let payload = EMPTY;
    for (let i = 0; i < 3000; i++) {
      for (const edit of [contact(i), removal(i)]) {
        payload = { ...payload, ...applyEdit(payload, edit), wallets: [] };
      }
      if (i % 500 === 0) payload = await save(payload, contact(i), removal(i));
    }
    payload = await save(payload, contact(1));
    expect(payload.tombstones).toHaveLength(KEPT_TOMBSTONES);
    expect(payload.contacts).toHaveLength(1);
  });

  it('rejects additions and renames in a full vault, but accepts deletions and passkeys', async () => {
    const full = await fullVault();
    await expect(save(full, contact(5000, 'x'.repeat(60)))).rejects.toMatchObject({
      code: 'TOO_LARGE',
    });
    const renames = full.contacts.slice(0, 10).map(({ address }): VaultEdit => {
      return { kind: 'set-contact', address, name: 'ü'.repeat(60), at: NOW };
    });
    await expect(save(full, ...renames)).rejects.toMatchObject({ code: 'TOO_LARGE' });
    const [entry] = EMPTY.keyring;
    if (entry === undefined) throw new Error('no passkey');
    const added = { ...entry, credentialId: toBase64url(random.bytes(32)) };
    const withPasskey = await save(full, { kind: 'add-passkey', entry: added });
    expect(withPasskey.keyring).toHaveLength(2);
    const smaller = await save(withPasskey, removal(0), removal(1), removal(2), removal(3));
    expect(smaller.contacts).toHaveLength(full.contacts.length - 4);
    expect((await save(smaller, contact(5000))).contacts).toHaveLength(full.contacts.length - 3);
  });

  it('makes room in a full vault by dropping tombstones and conflict records, but never drops content', async () => {
    const full = await fullVault();
    const tombstones = Array.from({ length: 100 }, (_, i) => ({
      kind: 'wallet' as const,
      key: `wallet ${i}`,
      deletedAt: NOW - i,
    }));
    const history = Array.from({ length: MAX_HISTORY }, (_, i) => ({
      kind: 'contact' as const,
      key: addressAt(i),
      field: 'name',
      lost: 'x'.repeat(200),
      kept: 'y'.repeat(200),
      at: NOW,
    }));
    const saved = await save({ ...full, tombstones, history }, removal(0));
    expect(saved.contacts).toHaveLength(full.contacts.length - 1);
    expect(saved.tombstones.length + (saved.history?.length ?? 0)).toBeLessThan(10);
  });
});

describe('pruning', () => {
  it('drops tombstones that are older than their maximum age', () => {
    const tombstones = [
      { kind: 'wallet' as const, key: 'old', deletedAt: NOW - TOMBSTONE_LIFE_MS - 1 },
      { kind: 'wallet' as const, key: 'young', deletedAt: NOW - TOMBSTONE_LIFE_MS },
    ];
    expect(pruned({ ...EMPTY, tombstones }).tombstones).toMatchObject([{ key: 'young' }]);
  });

  it('drops the oldest tombstones of contacts, but keeps an older tombstone of a wallet', () => {
    const wallet = { kind: 'wallet' as const, key: 'wallet', deletedAt: NOW - 1_000_000 };
    const contacts = Array.from({ length: KEPT_TOMBSTONES }, (_, i) => ({
      kind: 'contact' as const,
      key: addressAt(i),
      deletedAt: NOW - i,
    }));
    const { tombstones } = pruned({ ...EMPTY, tombstones: [wallet, ...contacts] });
    expect(tombstones).toHaveLength(KEPT_TOMBSTONES);
    expect(tombstones).toContainEqual(wallet);
    expect(tombstones).not.toContainEqual(contacts.at(-1));
  });

  it('leaves a small vault unchanged', () => {
    const payload = applyEdit(applyEdit(EMPTY, contact(1)), removal(1));
    expect(pruned(payload)).toEqual(payload);
  });
});
