import type { PasskeyView, WalletView } from '../../shared/messages/snapshot.ts';
import type { WalletBackup } from '../../shared/vault/payload.ts';

/** Reason to warn that losing a passkey would lose the vault's contents. */
export type BackupGap =
  /** Names of the wallets that have no backup. */
  | { readonly kind: 'wallets'; readonly names: readonly string[] }
  /** Names of the wallets that are missing in the recovery file. */
  | { readonly kind: 'newer'; readonly names: readonly string[] }
  /** The vault has no account that can sign, only contacts and watched addresses. */
  | { readonly kind: 'nothing' };

/**
 * Returns the wallets that a lost passkey would lose; `undefined` when there is a second passkey,
 * or a backup of every wallet.
 */
export function backupGap(vault: {
  readonly passkeys: readonly PasskeyView[];
  readonly wallets: readonly WalletView[];
  readonly backups: readonly WalletBackup[];
}): BackupGap | undefined {
  const { passkeys, wallets, backups } = vault;
  if (passkeys.length > 1) return undefined;
  const isBare = ({ id }: WalletView) => backups.every(({ walletId }) => walletId !== id);
  const own = wallets.filter(({ kind }) => kind !== 'watch');
  const names = own.filter(isBare).map(({ name }) => name);
  if (names.length > 0)
    return { kind: recoveryFileAt(backups) === undefined ? 'wallets' : 'newer', names };
  const isEmpty = own.length === 0 && wallets.filter((wallet) => !isBare(wallet)).length === 0;
  return isEmpty ? { kind: 'nothing' } : undefined;
}

/** Returns the time of the newest recovery file, in epoch milliseconds. */
export function recoveryFileAt(backups: readonly WalletBackup[]): number | undefined {
  const times = backups.flatMap(({ fileAt }) => fileAt ?? []);
  return times.length === 0 ? undefined : Math.max(...times);
}
