import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  compareBranches,
  mergeBranches,
  returningPasskeyIds,
} from '../../../shared/vault/branches.ts';
import { applyEdit } from '../../../shared/vault/edits.ts';
import type { KeyringEntry, PublicPayload, PublicWallet } from '../../../shared/vault/payload.ts';
import { anyEdit, EMPTY_PAYLOAD } from '../../helpers/vault-edits.ts';

const NOTHING = { missing: [], returning: [] };

const address = (digit: string) => `0x${digit.repeat(40)}`;

const wallet = (id: string, change: Partial<PublicWallet> = {}): PublicWallet => ({
  id,
  kind: 'seed',
  name: id,
  accounts: [{ address: address(id), name: 'Account 1', hidden: false, index: 0 }],
  addedAt: 10,
  updatedAt: 10,
  ...change,
});

const passkey = (credentialId: string): KeyringEntry => ({
  credentialId,
  pk: 'AAAA',
  name: `Passkey ${credentialId}`,
  aaguid: '',
  addedAt: 10,
});

const payload = (change: Partial<PublicPayload> = {}): PublicPayload => ({
  ...EMPTY_PAYLOAD,
  ...change,
});

const merged = (known: PublicPayload, offered: PublicPayload) =>
  mergeBranches(known, offered, {
    isFork: true,
    at: 99,
    leftOut: returningPasskeyIds(known, offered),
  });

describe('the comparison with an offered branch', () => {
  it('finds no difference between a vault and itself', () => {
    const vault = payload({ wallets: [wallet('a')] });
    expect(compareBranches(vault, vault)).toEqual(NOTHING);
  });

  it('reports a wallet as missing when the offered branch has neither the wallet nor a tombstone for the wallet', () => {
    const known = payload({ wallets: [wallet('a'), wallet('b')] });
    const offered = payload({ wallets: [wallet('a')] });
    expect(compareBranches(known, offered).missing).toEqual([
      { kind: 'wallet', wallet: 'seed', name: 'b', address: address('b') },
    ]);
  });

  it('accepts that a wallet is missing when a tombstone shows its deletion', () => {
    const known = payload({ wallets: [wallet('b')] });
    const tombstones = [{ kind: 'wallet' as const, key: 'b', deletedAt: 11 }];
    expect(compareBranches(known, payload({ tombstones }))).toEqual(NOTHING);
  });

  it('ignores a tombstone older than a restored item with the same key', () => {
    const contacts = [{ address: address('c'), name: 'Carol', updatedAt: 20 }];
    const tombstones = [{ kind: 'contact' as const, key: address('c'), deletedAt: 15 }];
    expect(compareBranches(payload({ contacts }), payload({ tombstones })).missing).toEqual([
      { kind: 'contact', name: 'Carol', address: address('c') },
    ]);
  });

  it('names a missing secret when the branch has only the watched address', () => {
    const known = payload({ wallets: [wallet('a')] });
    for (const id of ['a', 'other']) {
      const watch = wallet(id, { kind: 'watch', accounts: wallet('a').accounts });
      expect(compareBranches(known, payload({ wallets: [watch] })).missing).toMatchObject([
        { kind: 'wallet', name: 'a' },
      ]);
    }
  });

  it('names an account, a passkey and a later name that the branch lacks', () => {
    const second = { address: address('e'), name: 'Account 2', hidden: false, index: 1 };
    const known = payload({
      wallets: [
        wallet('a', { name: 'New', updatedAt: 20, accounts: [...wallet('a').accounts, second] }),
      ],
      keyring: [passkey('p'), passkey('q')],
    });
    const offered = payload({ wallets: [wallet('a')], keyring: [passkey('p')] });
    expect(compareBranches(known, offered).missing).toEqual([
      { kind: 'changed', name: 'New', offered: 'a' },
      { kind: 'account', name: 'Account 2', address: address('e') },
      { kind: 'passkey', name: 'Passkey q', credentialId: 'q' },
    ]);
  });

  it('names items that were deleted here and still exist in the branch, including passkeys', () => {
    const known = payload({
      keyring: [passkey('p')],
      tombstones: [
        { kind: 'wallet', key: 'a', deletedAt: 12 },
        { kind: 'passkey', key: 'q', deletedAt: 12 },
      ],
    });
    const offered = payload({ wallets: [wallet('a')], keyring: [passkey('p'), passkey('q')] });
    expect(compareBranches(known, offered).returning).toEqual([
      { kind: 'wallet', wallet: 'seed', name: 'a', address: address('a') },
      { kind: 'passkey', name: 'Passkey q', credentialId: 'q' },
    ]);
  });
});

describe('the merge of two branches', () => {
  it('keeps a name in the history when the merge replaces that name', () => {
    const known = payload({ wallets: [wallet('a', { name: 'Here', updatedAt: 20 })] });
    const offered = payload({ wallets: [wallet('a', { name: 'There', updatedAt: 15 })] });
    expect(merged(known, offered)).toMatchObject({
      wallets: [{ name: 'Here' }],
      history: [{ kind: 'wallet', key: 'a', lost: 'There', kept: 'Here' }],
    });
  });

  it('keeps the conflicts of both branches, sorted by time', () => {
    const entry = (at: number) => ({
      kind: 'wallet' as const,
      key: 'a',
      field: 'name',
      lost: 'x',
      kept: 'y',
      at,
    });
    const known = payload({ history: [entry(1), entry(3)] });
    const offered = payload({ history: [entry(1), entry(2)] });
    expect(merged(known, offered).history?.map(({ at }) => at)).toEqual([1, 2, 3]);
  });

  it('keeps the passkeys of the offered branch, except for passkeys that were removed here', () => {
    const known = payload({
      keyring: [passkey('p'), passkey('only-here')],
      tombstones: [{ kind: 'passkey', key: 'q', deletedAt: 12 }],
    });
    const offered = payload({ keyring: [passkey('p'), passkey('q'), passkey('new')] });
    expect(merged(known, offered).keyring.map(({ credentialId }) => credentialId)).toEqual([
      'p',
      'new',
    ]);
  });

  it('doesn’t duplicate a wallet that both branches imported', () => {
    const known = payload({ wallets: [wallet('a')] });
    const offered = payload({ wallets: [wallet('other', { accounts: wallet('a').accounts })] });
    expect(merged(known, offered).wallets).toHaveLength(1);
  });
});

describe('any two branches of one vault', () => {
  /** As with random ids, no id ever belongs to two secrets. */
  const edits = fc.array(
    anyEdit.map((edit) =>
      edit.kind === 'add-wallet'
        ? {
            ...edit,
            accounts: [{ address: address(edit.id.slice(1)), name: 'One', hidden: false }],
          }
        : edit,
    ),
    { maxLength: 12 },
  );
  const edited = (start: PublicPayload, changes: Parameters<typeof applyEdit>[1][]) =>
    changes.reduce(applyEdit, start);

  it('finds no difference in a branch that descends from the vault, whatever the clocks show', () => {
    fc.assert(
      fc.property(edits, edits, (first, later) => {
        const known = edited(EMPTY_PAYLOAD, first);
        expect(compareBranches(known, edited(known, later))).toEqual(NOTHING);
      }),
      { numRuns: 5000 },
    );
  });

  it('merges two branches into one that contains everything of both', () => {
    fc.assert(
      fc.property(edits, edits, edits, (common, here, there) => {
        const start = edited(EMPTY_PAYLOAD, common);
        const known = edited(start, here);
        const offered = edited(start, there);
        const result = merged(known, offered);
        expect(compareBranches(known, result)).toEqual(NOTHING);
        expect(compareBranches(offered, result)).toEqual(NOTHING);
      }),
      { numRuns: 5000 },
    );
  });
});
