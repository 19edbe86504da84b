import { i18n } from '#i18n';
import type { Choice } from '../../../shared/approvals/types.ts';
import type { ApprovalView } from '../../../shared/messages/approval-view.ts';
import type { FrameActions } from '../../approvals/ApprovalFrame.tsx';
import { ConnectCard } from '../../approvals/ConnectCard.tsx';
import { MessageCard } from '../../approvals/MessageCard.tsx';
import { AddChainCard, SwitchChainCard } from '../../approvals/NetworkCards.tsx';
import { RejectButton } from '../../approvals/RejectButton.tsx';
import { TransactionCard } from '../../approvals/TransactionCard.tsx';
import { TypedDataCard } from '../../approvals/TypedDataCard.tsx';
import { UnexplainedCard } from '../../approvals/UnexplainedCard.tsx';
import { WaitingSites } from '../../approvals/WaitingSites.tsx';
import { WatchAssetCard } from '../../approvals/WatchAssetCard.tsx';
import { later } from '../../ui/later.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Unlock } from '../vault/unlock/Unlock.tsx';
import { useApproval } from './use-approval.ts';

const AddWallet = later(async () => (await import('../vault/add-wallet/AddWallet.tsx')).AddWallet);
const BetweenSteps = later(
  async () => (await import('../trade/ticket/BetweenSteps.tsx')).BetweenSteps,
);
const FirstRun = later(async () => (await import('../vault/first-run/FirstRun.tsx')).FirstRun);
const Unreadable = later(async () => (await import('../vault/unlock/Unreadable.tsx')).Unreadable);

/** Shows the oldest open request. Without a vault or an account, the set-up comes first. */
export function Approval() {
  return <ApprovalScreen {...useApproval()} />;
}

/**
 * Shows the oldest request. If the vault or the request needs another screen first, shows that
 * screen.
 */
export function ApprovalScreen(props: ReturnType<typeof useApproval>) {
  const { vault, id, between, hasAccount, isAdding, leave, data, error, decide } = props;
  if (vault === undefined) return <div className="min-h-full" />;
  if (vault.status === 'unreadable') return <Unreadable parts={vault.parts} />;
  if (id === undefined && between !== undefined) return <BetweenSteps fill={between} />;
  if (id === undefined) {
    return (
      <main className="flex min-h-full items-center justify-center p-8 text-center">
        <p className="text-sm text-muted">{i18n.t('approvals.empty')}</p>
      </main>
    );
  }
  const reject = () => decide({ kind: 'reject' });
  if (vault.status === 'locked') {
    return (
      <WaitingSites reason="approvals.unlockToSee" onReject={reject}>
        <Unlock isForSite />
      </WaitingSites>
    );
  }
  if (vault.status === 'empty') {
    return (
      <WaitingSites reason="approvals.setUpFirst" onReject={reject}>
        <FirstRun isForSite />
      </WaitingSites>
    );
  }
  if (isAdding) {
    return (
      <WaitingSites reason="approvals.setUpFirst" onReject={reject}>
        <AddWallet onDone={leave} {...(hasAccount ? { onCancel: leave } : {})} />
      </WaitingSites>
    );
  }
  if (data === undefined) {
    return (
      <main className="flex min-h-full flex-col items-center justify-center gap-4 p-8">
        {error === undefined ? (
          <Spinner label={i18n.t('approvals.reading')} />
        ) : (
          <Notice tone="bad">{error.message}</Notice>
        )}
        <RejectButton request={id} kind="quiet" onClick={reject}>
          {i18n.t('approvals.reject')}
        </RejectButton>
      </main>
    );
  }
  return (
    <Card
      key={data.id}
      view={data}
      decide={decide}
      problem={props.problem}
      onAllowance={props.onAllowance}
      onReject={reject}
      onRejectAll={props.onRejectAll}
      onBlock={props.onBlock}
    />
  );
}

function Card(
  props: FrameActions & {
    view: ApprovalView;
    decide: (choice: Choice) => void;
    onAllowance: (amount: string) => Promise<unknown>;
  },
) {
  const { view, decide, ...actions } = props;
  const agree = () => decide({ kind: 'agree' });
  switch (view.kind) {
    case 'connect':
      return (
        <ConnectCard
          {...actions}
          view={view}
          onConnect={(accounts) => decide({ kind: 'connect', accounts })}
        />
      );
    case 'unlock':
      // The worker ends this request as soon as the vault is open.
      return null;
    case 'unexplained':
      return <UnexplainedCard {...actions} view={view} />;
    case 'personal_sign':
      return <MessageCard {...actions} view={view} onSign={agree} />;
    case 'typed_data':
      return <TypedDataCard {...actions} view={view} onSign={agree} />;
    case 'transaction':
      return (
        <TransactionCard {...actions} view={view} onSend={(fee) => decide({ kind: 'send', fee })} />
      );
    case 'switch_chain':
      return <SwitchChainCard {...actions} view={view} onAgree={agree} />;
    case 'add_chain':
      return <AddChainCard {...actions} view={view} onAgree={agree} />;
    case 'watch_asset':
      return <WatchAssetCard {...actions} view={view} onAgree={agree} />;
  }
}
