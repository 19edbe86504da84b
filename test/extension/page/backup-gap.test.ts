import { expect, it } from 'vitest';
import { backupGap } from '../../../components/screens/home/backup-gap.ts';
import type { PasskeyView, WalletView } from '../../../shared/messages/snapshot.ts';

const wallet = (kind: WalletView['kind'], addedAt = 1): WalletView => ({
  id: kind,
  name: `my ${kind}`,
  kind,
  addedAt,
  accounts: [],
  hidden: [],
});
const passkey: PasskeyView = {
  credentialId: 'id',
  name: 'key',
  addedAt: 1,
  isInUse: true,
};
const NONE = { recoveryFileAt: undefined, confirmedPhrases: [] };
const gapOf = (wallets: readonly WalletView[], recoveryFileAt?: number) =>
  backupGap({ passkeys: [passkey], wallets }, { recoveryFileAt, confirmedPhrases: [] });

it('names what a recovery phrase and private keys restore', () => {
  expect(gapOf([])).toMatchObject({ kind: 'nothing' });
  expect(gapOf([wallet('watch')])).toMatchObject({ kind: 'nothing' });
  expect(gapOf([wallet('seed')])).toMatchObject({ kind: 'seeds', seeds: ['my seed'] });
  expect(gapOf([wallet('key')])).toMatchObject({ kind: 'keys', keys: ['my key'] });
  expect(gapOf([wallet('seed'), wallet('key')])).toMatchObject({ kind: 'both' });
});

it('ends with a second passkey or a recovery file that has every wallet', () => {
  expect(backupGap({ passkeys: [passkey, passkey], wallets: [wallet('seed')] }, NONE)).toBe(
    undefined,
  );
  expect(gapOf([wallet('seed', 5), wallet('watch', 20)], 10)).toBe(undefined);
});

it('returns for wallets that were added after the recovery file', () => {
  expect(gapOf([wallet('seed', 5), wallet('key', 20)], 10)).toEqual({
    kind: 'newer',
    names: ['my key'],
  });
});

it('ends when every recovery phrase was confirmed, unless a private key has no other backup', () => {
  const confirmed = { recoveryFileAt: undefined, confirmedPhrases: ['seed'] };
  const vault = { passkeys: [passkey], wallets: [wallet('seed')] };
  expect(backupGap(vault, confirmed)).toBe(undefined);
  expect(backupGap({ ...vault, wallets: [...vault.wallets, wallet('key')] }, confirmed)).toEqual({
    kind: 'keys',
    seeds: [],
    keys: ['my key'],
  });
  const other = { ...wallet('seed'), id: 'other', name: 'other seed' };
  expect(backupGap({ ...vault, wallets: [...vault.wallets, other] }, confirmed)).toMatchObject({
    kind: 'seeds',
    seeds: ['other seed'],
  });
});
