import { useSnapshot } from '../../hooks/use-wallet.ts';
import { type BackupGap, backupGap } from './backup-gap.ts';

/** The loss of the open vault with its passkey; undefined when it is backed up. */
export function useBackupGap(): BackupGap | undefined {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const recoveryFileAt = useSnapshot((snapshot) => snapshot.recoveryFileAt);
  const confirmedPhrases = useSnapshot((snapshot) => snapshot.confirmedPhrases) ?? [];
  return vault?.status === 'unlocked'
    ? backupGap(vault, { recoveryFileAt, confirmedPhrases })
    : undefined;
}
