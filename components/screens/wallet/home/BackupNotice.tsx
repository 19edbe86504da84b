import { i18n } from '#i18n';
import type { BackupGap } from '../../../hooks/backup-gap.ts';
import { useBackupGap } from '../../../hooks/use-backup-gap.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { centsText } from '../../../texts/numbers.ts';
import { Notice } from '../../../ui/Notice.tsx';

/** Value in US cents from which the warning is strong. */
const SMALL_CENTS = 5_000n;

/**
 * Warns in one line that the wallet would be lost with its passkey, and links to the ways to back
 * it up. The warning is stronger when the wallet holds more than a small amount.
 */
export function BackupNotice({ onOpen }: { onOpen: () => void }) {
  const gap = useBackupGap();
  const value = useSnapshot(({ portfolio }) => portfolio?.totalUsdCents) ?? 0n;
  if (gap === undefined) return null;
  const hasSecrets = gap.kind === 'wallets';
  const isUrgent = hasSecrets && value >= SMALL_CENTS;
  return (
    <div data-testid="backup">
      <Notice tone={isUrgent ? 'bad' : 'warn'}>
        <span className="flex items-center justify-between gap-3">
          <span className={hasSecrets ? 'font-semibold' : ''}>
            {isUrgent ? i18n.t('backup.holdsFunds', { value: centsText(value) }) : sentenceOf(gap)}
          </span>
          <button
            type="button"
            className="shrink-0 rounded-lg border border-current px-2.5 py-1 text-xs font-semibold"
            onClick={onOpen}
          >
            {i18n.t(gap.kind === 'newer' ? 'home.renewRecoveryFile' : 'backup.open')}
          </button>
        </span>
      </Notice>
    </div>
  );
}

function sentenceOf(gap: BackupGap): string {
  switch (gap.kind) {
    case 'wallets':
      return i18n.t('backup.title');
    case 'newer':
      return i18n.t('home.recoveryFileLacks', { names: gap.names.join(', ') });
    case 'nothing':
      return i18n.t('home.onePasskeyNoSecrets');
  }
}
