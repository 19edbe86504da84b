import type { PasskeyView, WalletView } from '../../shared/messages/snapshot.ts';
import type { WalletBackup } from '../../shared/vault/payload.ts';

/** Losses if the only passkey is lost, and how to prevent them. */
export type BackupGap =
  /** Wallets whose accounts would be lost. */
  | { readonly kind: 'wallets'; readonly names: readonly string[] }
  /** Wallets that the recovery file lacks. */
  | { readonly kind: 'newer'; readonly names: readonly string[] }
  /** The vault has no account that can sign; contacts and watched addresses would be lost. */
  | { readonly kind: 'nothing' };

/** Returns `undefined` when there is a second passkey, or a backup of every wallet. */
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
