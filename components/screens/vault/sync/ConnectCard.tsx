import { CloudUpload } from 'lucide-react';
import { i18n } from '#i18n';
import { useSnapshot } from '../../../hooks/use-wallet.ts';

/** Tells the user on Home that only this device has the vault, with a link to connect a server. */
export function ConnectCard({ onOpen }: { onOpen: () => void }) {
  const isOnDevice = useSnapshot(
    ({ vault }) => vault.status === 'unlocked' && vault.home === 'device',
  );
  if (!isOnDevice) return null;
  return (
    <button
      type="button"
      onClick={onOpen}
      data-testid="connect-card"
      className="flex items-center gap-3 rounded-2xl border border-line bg-surface p-4 text-start hover:border-accent"
    >
      <CloudUpload aria-hidden size={18} className="shrink-0 text-accent" />
      <span>
        <span className="block text-sm font-semibold">{i18n.t('connectServer.title')}</span>
        <span className="block text-xs text-muted">{i18n.t('connectServer.card')}</span>
      </span>
    </button>
  );
}
