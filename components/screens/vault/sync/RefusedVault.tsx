import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { RecoveryFile } from '../backup/RecoveryFile.tsx';

/** Offers ways out when the server refuses the vault that is open on this device. */
export function RefusedVault({ reason, server }: { reason: string; server: string }) {
  const call = useWalletCall();
  const register = useAction(() => call('vault.registerAgain', {}));
  return (
    <>
      <Card className="flex flex-col gap-2" data-testid="refused">
        <h2 className="text-sm font-semibold">{i18n.t('sync.refusedTitle')}</h2>
        <p className="text-sm">{i18n.t('sync.copyIsOpen', { reason })}</p>
        <p className="text-sm">{i18n.t('sync.otherPasskey')}</p>
        <p className="text-sm">{i18n.t('sync.makeAFileFirst')}</p>
      </Card>
      <RecoveryFile />
      <Card className="flex flex-col gap-3">
        <h2 className="text-sm font-semibold">{i18n.t('sync.registerTitle')}</h2>
        <p className="text-sm text-muted">{i18n.t('sync.registerExplained', { server })}</p>
        <Notice tone="bad">{register.problem}</Notice>
        <ActionButton action={register} busy={i18n.t('ceremony.followPrompt')} kind="quiet">
          {i18n.t('sync.register')}
        </ActionButton>
      </Card>
    </>
  );
}
