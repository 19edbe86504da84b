import { type BackupGap, backupGap } from './backup-gap.ts';
import { useSnapshot } from './use-wallet.ts';

/** Returns the loss of the open vault if its passkey is lost; undefined when it is backed up. */
export function useBackupGap(): BackupGap | undefined {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  if (vault?.status !== 'unlocked') return undefined;
  const gap = backupGap(vault);
  // A server has a copy of the vault. An incomplete recovery file is reported anyway.
  return vault.home === 'server' && gap?.kind !== 'newer' ? undefined : gap;
}
