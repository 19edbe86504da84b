import { i18n } from '#i18n';
import { useAccount } from '../../../hooks/use-accounts.ts';
import { useBackupGap } from '../../../hooks/use-backup-gap.ts';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { FullAddress } from '../../../ui/FullAddress.tsx';
import { LinkButton } from '../../../ui/LinkButton.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { QrCode } from '../../../ui/QrCode.tsx';

/** Shows the selected account's address to scan, copy or read out. */
export function Receive({ onBack, onBackup }: { onBack: () => void; onBackup: () => void }) {
  const gap = useBackupGap();
  const address = useSnapshot((snapshot) => snapshot.selected);
  const name = useAccount()?.name;
  const networks = useSnapshot((snapshot) => snapshot.networks) ?? [];
  if (address === undefined) return null;
  return (
    <div className="flex flex-col gap-4 p-4">
      <PageHeader title={i18n.t('home.receive')} onBack={onBack} />
      {gap === undefined || gap.kind === 'nothing' ? null : (
        <Notice tone="warn">
          <strong className="block">{i18n.t('backup.title')}</strong>
          {i18n.t('backup.beforeReceiving')}{' '}
          <LinkButton onClick={onBackup}>{i18n.t('backup.open')}</LinkButton>
        </Notice>
      )}
      <section className="flex flex-col items-center gap-4 rounded-2xl border border-line bg-surface p-5">
        <p className="text-sm font-semibold">{name}</p>
        <QrCode text={address} label={i18n.t('home.qrCode', { address })} />
        <div className="flex items-center gap-2">
          <FullAddress address={address} className="text-sm" />
          <CopyButton value={address} label={i18n.t('home.copyAddress')} />
        </div>
      </section>
      <p className="text-center text-xs text-muted">
        {i18n.t('home.sameAddressOn', {
          networks: networks.map((network) => network.name).join(', '),
        })}
      </p>
    </div>
  );
}
