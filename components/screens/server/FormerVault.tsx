import { i18n } from '#i18n';
import { useAction } from '../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Leads to the other vault of a move: until the new home has opened once, or after the user went back. */
export function FormerVault() {
  const call = useWalletCall();
  const former = useSnapshot(({ vault }) => (vault.status === 'locked' ? vault.former : undefined));
  const back = useAction(() => call('vault.returnToFormer', {}));
  if (former === undefined) return null;
  return (
    <div className="flex flex-col gap-2" data-testid="former-vault">
      {back.problem === undefined ? null : <Notice tone="bad">{back.problem}</Notice>}
      <p className="text-xs text-muted">
        {i18n.t(former.isReturned ? 'connectServer.formerReturned' : 'connectServer.formerKept')}
      </p>
      <Button kind="plain" disabled={back.isRunning} onClick={() => void back.run()}>
        {former.home === 'device'
          ? i18n.t('connectServer.openFormerHere')
          : i18n.t('connectServer.openFormerServer', { server: former.name })}
      </Button>
    </div>
  );
}
