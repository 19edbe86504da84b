import { i18n } from '#i18n';
import { useSnapshot } from '../../hooks/use-wallet.ts';
import { Notice } from '../../ui/Notice.tsx';
import { centsText } from '../../ui/numbers.ts';
import type { BackupGap } from './backup-gap.ts';
import { useBackupGap } from './use-backup-gap.ts';

/** From this value on, in US cents, the wallet asks for a backup at once. */
const SMALL_CENTS = 5_000n;

/**
 * Says what a lost passkey would cost, and leads to a confirmed phrase, a second passkey or a recovery
 * file. It asks louder when the wallet holds more than a small amount.
 */
export function BackupNotice({ onOpen }: { onOpen: () => void }) {
  const gap = useBackupGap();
  const cents = useSnapshot(({ portfolio }) => portfolio?.totalUsdCents);
  if (gap === undefined) return null;
  const hasSecrets = gap.kind === 'wallets';
  const value = cents === undefined ? 0n : BigInt(cents);
  const isUrgent = hasSecrets && value >= SMALL_CENTS;
  return (
    <div data-testid="backup">
      <Notice tone={isUrgent ? 'bad' : 'warn'}>
        {hasSecrets ? <strong className="block">{i18n.t('backup.title')}</strong> : null}
        {isUrgent ? i18n.t('backup.holdsFunds', { value: centsText(value) }) : sentenceOf(gap)}{' '}
        <button type="button" className="text-left font-semibold underline" onClick={onOpen}>
          {i18n.t(gap.kind === 'newer' ? 'home.renewRecoveryFile' : 'backup.open')}
        </button>
      </Notice>
    </div>
  );
}

function sentenceOf(gap: BackupGap): string {
  switch (gap.kind) {
    case 'wallets':
      return i18n.t('backup.onDeviceOnly');
    case 'newer':
      return i18n.t('home.recoveryFileLacks', { names: gap.names.join(', ') });
    case 'nothing':
      return i18n.t('home.onePasskeyNoSecrets');
  }
}
