import { expect, it } from 'vitest';
import { backupGap } from '../../../components/hooks/backup-gap.ts';
import type { PasskeyView, WalletView } from '../../../shared/messages/snapshot.ts';
import type { WalletBackup } from '../../../shared/vault/payload.ts';

const wallet = (kind: WalletView['kind']): WalletView => ({
  id: kind,
  name: `my ${kind}`,
  kind,
  addedAt: 1,
  accounts: [],
  hidden: [],
});
const passkey: PasskeyView = {
  credentialId: 'id',
  name: 'key',
  addedAt: 1,
  isInUse: true,
};
const gapOf = (
  wallets: readonly WalletView[],
  backups: readonly WalletBackup[] = [],
  passkeys = [passkey],
) => backupGap({ passkeys, wallets, backups });

it('names the wallets, other than watched addresses, that have no backup outside the vault', () => {
  expect(gapOf([wallet('seed'), wallet('key'), wallet('watch')])).toEqual({
    kind: 'wallets',
    names: ['my seed', 'my key'],
  });
});

it('reports that nothing is backed up while the vault has no wallets or only watched addresses', () => {
  expect(gapOf([])).toEqual({ kind: 'nothing' });
  expect(gapOf([wallet('watch')])).toEqual({ kind: 'nothing' });
  expect(gapOf([wallet('watch')], [{ walletId: 'watch', fileAt: 10 }])).toBe(undefined);
});

it('reports no gap when there is a second passkey', () => {
  expect(gapOf([wallet('seed')], [], [passkey, passkey])).toBe(undefined);
});

it('reports no gap when every wallet has a backup of any kind', () => {
  const wallets = [wallet('seed'), wallet('key'), wallet('watch')];
  const backups = [
    { walletId: 'seed', phraseAt: 10 },
    { walletId: 'key', fileAt: 10 },
  ];
  expect(gapOf(wallets, backups)).toBe(undefined);
  expect(gapOf(wallets, backups.slice(0, 1))).toEqual({ kind: 'wallets', names: ['my key'] });
});

it('names wallets that a recovery file lacks, unless their phrase was typed', () => {
  const wallets = [wallet('seed'), wallet('key')];
  const file = { walletId: 'seed', fileAt: 10 };
  expect(gapOf(wallets, [file])).toEqual({ kind: 'newer', names: ['my key'] });
  const other = { ...wallet('seed'), id: 'other' };
  expect(gapOf([wallet('seed'), other], [file, { walletId: 'other', phraseAt: 10 }])).toBe(
    undefined,
  );
});
