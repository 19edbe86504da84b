import { i18n } from '#i18n';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { Notice } from '../../ui/Notice.tsx';
import { type BackupGap, backupGap } from './backup-gap.ts';

/** Warns what a lost passkey would cost, and leads to a second passkey or a recovery file. */
export function BackupNotice({ onOpen }: { onOpen: () => void }) {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const recoveryFileAt = useSnapshot((snapshot) => snapshot.recoveryFileAt);
  const gap = vault?.status === 'unlocked' ? backupGap(vault, recoveryFileAt) : undefined;
  if (gap === undefined) return null;
  return (
    <Notice tone="warn">
      {sentenceOf(gap)}{' '}
      <button type="button" className="text-left font-semibold underline" onClick={onOpen}>
        {i18n.t(gap.kind === 'newer' ? 'home.renewRecoveryFile' : 'home.addPasskeyOrFile')}
      </button>
    </Notice>
  );
}

function sentenceOf(gap: BackupGap): string {
  const list = (names: readonly string[]) => names.join(', ');
  switch (gap.kind) {
    case 'newer':
      return i18n.t('home.recoveryFileLacks', { names: list(gap.names) });
    case 'seeds':
      return i18n.t('home.onePasskeySeeds', { seeds: list(gap.seeds) });
    case 'keys':
      return i18n.t('home.onePasskeyKeys', { keys: list(gap.keys) });
    case 'both':
      return i18n.t('home.onePasskeySeedsAndKeys', {
        seeds: list(gap.seeds),
        keys: list(gap.keys),
      });
    case 'nothing':
      return i18n.t('home.onePasskeyNoSecrets');
  }
}
