import { i18n } from '#i18n';
import { useSnapshot } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Warnings } from '../../../ui/Warnings.tsx';
import { SyncNotice } from '../../vault/sync/SyncNotice.tsx';
import { ForeignChanges } from './ForeignChanges.tsx';

/** Explains how to get a wallet while the open vault has no wallet. */
export function NoWallet({
  onAdd,
  onSettings,
}: {
  onAdd: () => void;
  onSettings: (section?: 'passkeys' | 'sync') => void;
}) {
  const vault = useSnapshot((snapshot) => snapshot.vault);
  const changes = vault?.status === 'unlocked' ? vault.foreignChanges : [];
  return (
    <div className="flex min-h-[60dvh] flex-col items-center justify-center gap-4 p-8 text-center">
      <h1 className="text-lg font-semibold">{i18n.t('home.emptyTitle')}</h1>
      <p className="max-w-64 text-sm text-muted">{i18n.t('home.emptyText')}</p>
      <Button onClick={onAdd}>{i18n.t('home.addWallet')}</Button>
      <Warnings />
      <div className="w-full max-w-md text-start">
        {changes.length === 0 ? null : (
          <ForeignChanges changes={changes} onPasskeys={() => onSettings('passkeys')} />
        )}
      </div>
      <SyncNotice onOpen={() => onSettings('sync')} />
      <Button kind="plain" onClick={() => onSettings()}>
        {i18n.t('home.settings')}
      </Button>
    </div>
  );
}
