import { type BackupGap, backupGap } from './backup-gap.ts';
import { useSnapshot } from './use-wallet.ts';

/** The loss of the open vault with its passkey; undefined when it is backed up. */
export function useBackupGap(): BackupGap | undefined {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  if (vault?.status !== 'unlocked') return undefined;
  const gap = backupGap(vault);
  // A server has a copy. An incomplete recovery file is named anyway.
  return vault.home === 'server' && gap?.kind !== 'newer' ? undefined : gap;
}
