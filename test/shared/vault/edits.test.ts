import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyEdit, type VaultEdit } from '../../../shared/vault/edits.ts';
import { decodePayload, encodePayload, MAX_HISTORY } from '../../../shared/vault/payload.ts';
import { CONTINUITY, EMPTY_PAYLOAD as EMPTY, anyEdit as edit } from '../../helpers/vault-edits.ts';

const applied = (edits: readonly VaultEdit[]) => edits.reduce(applyEdit, EMPTY);

describe('edits of the vault', () => {
  it('returns the same payload when the last edit is applied twice', () => {
    fc.assert(
      fc.property(fc.array(edit), edit, (before, last) => {
        const once = applyEdit(applied(before), last);
        expect(applyEdit(once, last)).toEqual(once);
      }),
      { numRuns: 1000 },
    );
  });

  it('always produces a payload that can be written and read and that contains each wallet once', () => {
    fc.assert(
      fc.property(fc.array(edit, { maxLength: 60 }), (edits) => {
        const payload = applied(edits);
        const whole = { ...payload, wallets: [...payload.wallets], continuity: CONTINUITY };
        expect(decodePayload(encodePayload(whole))).toEqual(whole);
        const ids = payload.wallets.map((wallet) => wallet.id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it('drops a wallet only by an explicit removal, or when wallets with secrets cover all its accounts', () => {
    fc.assert(
      fc.property(fc.array(edit), edit, (before, last) => {
        const was = applied(before);
        const now = applyEdit(was, last).wallets;
        const own = now
          .filter(({ kind }) => kind !== 'watch')
          .flatMap(({ accounts }) => accounts.map(({ address }) => address.toLowerCase()));
        const lost = was.wallets
          .filter(({ id }) => now.every((wallet) => wallet.id !== id))
          .filter(({ id }) => last.kind !== 'remove-wallet' || last.walletId !== id)
          .filter(
            ({ kind, accounts }) =>
              kind === 'seed' ||
              !accounts.every(({ address }) => own.includes(address.toLowerCase())),
          );
        expect(lost).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('keeps the latest replaced values, up to a maximum number', () => {
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

  it('replaces a watched wallet with the wallet that has its key, and adds that wallet only once', () => {
    const accounts = [{ address: `0x${'a'.repeat(40)}`, name: 'A', hidden: false }];
    const add = { kind: 'add-wallet', name: 'W', accounts, at: 1 } as const;
    const { wallets } = applied([
      { ...add, id: 'watched', wallet: 'watch' },
      { ...add, id: 'own', wallet: 'key' },
      { ...add, id: 'own again', wallet: 'key' },
    ]);
    expect(wallets.map((wallet) => wallet.id)).toEqual(['own']);
  });
});
