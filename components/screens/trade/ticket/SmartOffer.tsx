import { i18n } from '#i18n';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';

/** Offers to combine all steps of a fill in one transaction, and explains the consequences. */
export function SmartOffer({ steps, onAnswer }: { steps: number; onAnswer: () => void }) {
  const call = useWalletCall();
  const answer = useAction(async (usesSmartAccounts: boolean) => {
    await call('settings.set', { usesSmartAccounts });
    onAnswer();
  });
  return (
    <Card className="flex flex-col gap-2" data-testid="smart-offer">
      <h2 className="text-sm font-semibold">{i18n.t('ticket.smartTitle', { count: steps })}</h2>
      <p className="text-xs text-muted">{i18n.t('ticket.smartMeans')}</p>
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" disabled={answer.isRunning} onClick={() => void answer.run(true)}>
          {i18n.t('ticket.smartYes')}
        </Button>
        <Button kind="quiet" disabled={answer.isRunning} onClick={() => void answer.run(false)}>
          {i18n.t('ticket.smartNo', { count: steps })}
        </Button>
      </div>
      <Notice tone="bad">{answer.problem}</Notice>
    </Card>
  );
}
