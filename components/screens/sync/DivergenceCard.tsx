import { i18n } from '#i18n';
import type { Divergence } from '../../../shared/messages/sync.ts';
import { useAction } from '../../hooks/use-action.ts';
import { useWalletCall } from '../../hooks/use-wallet.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Difference } from './Difference.tsx';

/**
 * Shows both versions of the vault, what only this device has, and the merge that the user can
 * allow.
 */
export function DivergenceCard(props: { kind: 'older' | 'forked'; divergence: Divergence }) {
  const { offeredDigest, missing } = props.divergence;
  const isOlder = props.kind === 'older';
  const call = useWalletCall();
  const merge = useAction(() => call('vault.merge', { offeredDigest }));
  return (
    <Card className="flex flex-col gap-3" data-testid="divergence">
      <h2 className="text-sm font-semibold">
        {i18n.t(isOlder ? 'sync.olderTitle' : 'sync.forkedTitle')}
      </h2>
      <p className="text-sm">{i18n.t(isOlder ? 'sync.olderReason' : 'sync.forkedReason')}</p>
      <Difference divergence={props.divergence} />
      <p className="text-sm text-muted">{i18n.t('sync.mergeExplained')}</p>
      {missing.some(({ kind }) => kind === 'passkey') ? (
        <p className="text-sm text-muted">{i18n.t('sync.passkeysStay')}</p>
      ) : null}
      {merge.problem === undefined ? null : <Notice tone="bad">{merge.problem}</Notice>}
      <Button wide disabled={merge.isRunning} onClick={() => void merge.run()}>
        {merge.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('sync.merge')}
      </Button>
    </Card>
  );
}
