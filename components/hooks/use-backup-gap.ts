import { type BackupGap, backupGap } from './backup-gap.ts';
import { useSnapshot } from './use-wallet.ts';

/** Returns the gap in the open vault's backups; undefined when nothing is missing. */
export function useBackupGap(): BackupGap | undefined {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  if (vault?.status !== 'unlocked') return undefined;
  const gap = backupGap(vault);
  // A server keeps a copy of the vault, so only an incomplete recovery file is reported.
  return vault.home === 'server' && gap?.kind !== 'newer' ? undefined : gap;
}
