import { i18n } from '#i18n';
import type { Divergence } from '../../../../shared/messages/sync.ts';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Difference } from './Difference.tsx';
import { PasskeyConsents } from './PasskeyConsents.tsx';
import { useMergeConsent } from './use-merge-consent.ts';

/**
 * Shows both versions of the vault, what only one of them has, and the merge that the user can
 * allow.
 */
export function DivergenceCard(props: {
  kind: 'older' | 'forked' | 'unverified';
  divergence: Divergence;
}) {
  const { divergence } = props;
  const { offeredDigest, isVerified, missing } = divergence;
  const call = useWalletCall();
  const canLeave = useSnapshot(({ vault }) => vault.status === 'unlocked' && vault.canKeepHere);
  const consent = useMergeConsent(divergence);
  const { readmitted } = consent;
  const merge = useAction(() => call('vault.merge', { offeredDigest, readmitted }));
  return (
    <Card className="flex flex-col gap-3" data-testid="divergence">
      <h2 className="text-sm font-semibold">{i18n.t(`sync.${props.kind}Title`)}</h2>
      <p className="text-sm">{i18n.t(`sync.${props.kind}Reason`)}</p>
      <Difference divergence={divergence} />
      <p className="text-sm text-muted">
        {i18n.t(isVerified ? 'sync.mergeExplained' : 'sync.mergeUnverifiedExplained')}
      </p>
      {isVerified ? null : (
        <p className="text-sm">
          {i18n.t(canLeave ? 'sync.unknownItemsLeave' : 'sync.unknownItemsRestore')}
        </p>
      )}
      {missing.some(({ kind }) => kind === 'passkey') ? (
        <p className="text-sm text-muted">{i18n.t('sync.passkeysStay')}</p>
      ) : null}
      <Notice tone="bad">{merge.problem}</Notice>
      <PasskeyConsents consent={consent} />
      <Button
        wide
        disabled={!consent.isComplete || merge.isRunning}
        onClick={() => void merge.run()}
      >
        {merge.isRunning ? i18n.t('ceremony.followPrompt') : i18n.t('sync.merge')}
      </Button>
    </Card>
  );
}
