import { describe, expect, it } from 'vitest';
import { createSigner } from '../../../../entrypoints/background/signer/signer.ts';
import type { VaultPayload } from '../../../../shared/vault/payload.ts';
import { createFakeRandom } from '../../../helpers/fake-world.ts';
import { CONTINUITY, EMPTY_PAYLOAD } from '../../../helpers/vault-edits.ts';

const ADDRESS = `0x${'11'.repeat(20)}` as const;

function payloadWith(kind: 'seed' | 'key' | 'watch'): VaultPayload {
  const accounts = [{ address: ADDRESS, name: 'Account 1', hidden: false }];
  const wallet = { id: 'w1', kind, name: 'Main', accounts, addedAt: 1, updatedAt: 1 };
  return { ...EMPTY_PAYLOAD, continuity: CONTINUITY, wallets: [wallet] };
}

const SAME = { of: 'own', isNewEpoch: false } as const;

const signer = createSigner({
  random: createFakeRandom('signer'),
  loadWords: async () => '',
  enforceLock: () => undefined,
});

describe('a vault without the secret of a wallet', () => {
  it.each(['seed', 'key'] as const)(
    'opens a vault without the secret of a %s wallet, but refuses to seal the vault',
    (kind) => {
      const payload = signer.load(payloadWith(kind));
      expect(payload.wallets).toHaveLength(1);
      expect(() => signer.withSecrets(payload, SAME)).toThrow('A secret is not in memory.');
    },
  );

  it('seals the vault when the wallet without a secret only watches an address', () => {
    const payload = signer.load(payloadWith('watch'));
    expect(signer.withSecrets(payload, SAME)).toEqual(payloadWith('watch'));
  });
});
