import { i18n } from '#i18n';
import type { Divergence } from '../../../../shared/messages/sync.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Difference } from './Difference.tsx';
import { PasskeyConsents } from './PasskeyConsents.tsx';
import { useMergeConsent } from './use-merge-consent.ts';

/** Shows what a merge into the server's vault would do, before anything is changed. */
export function JoinCard({ divergence }: { divergence: Divergence }) {
  const { offeredDigest } = divergence;
  const call = useWalletCall();
  const consent = useMergeConsent(divergence);
  const { readmitted } = consent;
  const merge = useAction(() => call('vault.confirmJoin', { offeredDigest, readmitted }));
  const cancel = useAction(() => call('vault.cancelJoin', {}));
  return (
    <Card className="flex flex-col gap-3" data-testid="join">
      <h2 className="text-sm font-semibold">{i18n.t('connectServer.joinTitle')}</h2>
      <Difference divergence={divergence} />
      {divergence.isVerified ? (
        <p className="text-sm text-muted">
          {i18n.t(
            divergence.deleting.length === 0
              ? 'connectServer.joinExplained'
              : 'connectServer.joinDeletes',
          )}
        </p>
      ) : (
        <>
          <Notice tone="bad">{i18n.t('sync.unverifiedTitle')}</Notice>
          <p className="text-sm text-muted">{i18n.t('connectServer.joinUnverified')}</p>
        </>
      )}
      <Notice tone="bad">{merge.problem}</Notice>
      <PasskeyConsents consent={consent} />
      <Button
        wide
        disabled={!consent.isComplete || merge.isRunning}
        onClick={() => void merge.run()}
      >
        {i18n.t(merge.isRunning ? 'ceremony.followPrompt' : 'connectServer.joinNow')}
      </Button>
      <Button kind="quiet" disabled={merge.isRunning} onClick={() => void cancel.run()}>
        {i18n.t('connectServer.stayHere')}
      </Button>
    </Card>
  );
}
