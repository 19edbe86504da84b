import type { ReactNode } from 'react';
import { i18n } from '#i18n';
import type { Divergence } from '../../../../shared/messages/sync.ts';
import { Acknowledgement } from '../../../approvals/Acknowledgement.tsx';
import { useAction } from '../../../hooks/use-action.ts';
import { useSnapshot, useWalletCall } from '../../../hooks/use-wallet.ts';
import { ActionButton } from '../../../ui/ActionButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Difference } from './Difference.tsx';
import { type MergeConsent, type PasskeyItem, useMergeConsent } from './use-merge-consent.ts';

/**
 * Shows both versions of the vault, and offers to merge the server's version into this device's
 * version.
 */
export function DivergenceCard(props: {
  kind: 'older' | 'forked' | 'unverified';
  divergence: Divergence;
}) {
  const { kind, divergence } = props;
  const { isVerified, missing } = divergence;
  const canLeave = useSnapshot(({ vault }) => vault.status === 'unlocked' && vault.canKeepHere);
  return (
    <MergeCard
      divergence={divergence}
      command="vault.merge"
      title={i18n.t(`sync.${kind}Title`)}
      reason={i18n.t(`sync.${kind}Reason`)}
      button={i18n.t('sync.merge')}
      testId="divergence"
    >
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
    </MergeCard>
  );
}

/** Shows the result of a merge into the server's vault before anything changes. */
export function JoinCard({ divergence }: { divergence: Divergence }) {
  const call = useWalletCall();
  const cancel = useAction(() => call('vault.cancelJoin', {}));
  return (
    <MergeCard
      divergence={divergence}
      command="vault.confirmJoin"
      title={i18n.t('connectServer.joinTitle')}
      button={i18n.t('connectServer.joinNow')}
      testId="join"
      cancel={(isMerging) => (
        <Button kind="quiet" disabled={isMerging} onClick={() => void cancel.run()}>
          {i18n.t('connectServer.stayHere')}
        </Button>
      )}
    >
      {divergence.isVerified ? null : <Notice tone="bad">{i18n.t('sync.unverifiedTitle')}</Notice>}
      <p className="text-sm text-muted">
        {i18n.t(
          !divergence.isVerified
            ? 'connectServer.joinUnverified'
            : divergence.deleting.length === 0
              ? 'connectServer.joinExplained'
              : 'connectServer.joinDeletes',
        )}
      </p>
    </MergeCard>
  );
}

/**
 * Shows two versions of a vault, the items that only one of them has, and a button for the merge.
 */
function MergeCard(props: {
  divergence: Divergence;
  command: 'vault.merge' | 'vault.confirmJoin';
  title: string;
  reason?: string;
  button: string;
  testId: string;
  children: ReactNode;
  /** Renders the button that declines. The button is hidden while a merge runs. */
  cancel?: (isMerging: boolean) => ReactNode;
}) {
  const { divergence } = props;
  const { offeredDigest } = divergence;
  const call = useWalletCall();
  const consent = useMergeConsent(divergence);
  const { readmitted } = consent;
  const merge = useAction(() => call(props.command, { offeredDigest, readmitted }));
  return (
    <Card className="flex flex-col gap-3" data-testid={props.testId}>
      <h2 className="text-sm font-semibold">{props.title}</h2>
      {props.reason === undefined ? null : <p className="text-sm">{props.reason}</p>}
      <Difference divergence={divergence} />
      {props.children}
      <Notice tone="bad">{merge.problem}</Notice>
      <PasskeyConsents consent={consent} />
      <ActionButton
        action={merge}
        busy={i18n.t('ceremony.followPrompt')}
        wide
        disabled={!consent.isComplete}
      >
        {props.button}
      </ActionButton>
      {props.cancel?.(merge.isRunning)}
    </Card>
  );
}

/**
 * Asks for consent to each passkey that could open the vault after a merge. Shows the passkeys'
 * names.
 */
function PasskeyConsents({ consent }: { consent: MergeConsent }) {
  const { unknown, unremovable } = consent;
  return (
    <>
      {unknown.length === 0 ? null : (
        <Acknowledgement
          sentence={i18n.t('sync.knowPasskeysAgree', { names: namesOf(unknown) })}
          isGiven={consent.isAgreed('unknown')}
          onChange={(isAgreed) => consent.agree('unknown', isAgreed)}
        />
      )}
      {unremovable.length === 0 ? null : (
        <>
          <Notice tone="bad">
            {i18n.t('sync.removedPasskeysStay', { names: namesOf(unremovable) })}
          </Notice>
          <Acknowledgement
            sentence={i18n.t('sync.readmitAgree', { names: namesOf(unremovable) })}
            isGiven={consent.isAgreed('unremovable')}
            onChange={(isAgreed) => consent.agree('unremovable', isAgreed)}
          />
        </>
      )}
    </>
  );
}

function namesOf(passkeys: readonly PasskeyItem[]): string {
  return passkeys.map(({ name }) => name).join(', ');
}
