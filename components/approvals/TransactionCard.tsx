import { i18n } from '#i18n';
import type { FeeChoice } from '../../shared/approvals/types.ts';
import { shortAddress } from '../../shared/format.ts';
import type { NetworkFact, TransactionView } from '../../shared/messages/approval-view.ts';
import { amountText } from '../texts/numbers.ts';
import { Notice } from '../ui/Notice.tsx';
import { AllowanceEditor } from './AllowanceEditor.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { describeFailing } from './describe-failure.ts';
import { Fees } from './Fees.tsx';
import { Moves } from './Moves.tsx';
import { nameOfAccount } from './names.ts';
import { Replaced } from './Replaced.tsx';
import { RawData, StepDetails } from './StepDetails.tsx';
import { useTransaction } from './use-transaction.ts';
import type { WordedStep } from './worded.ts';

type CardProps = FrameActions & {
  view: TransactionView;
  onSend: (fee: FeeChoice) => void;
  onAllowance: (amount: string) => Promise<unknown>;
};

/** Shows one or several transactions in one review: movements, checks, fee, bytes. */
export function TransactionCard(props: CardProps) {
  return <Card {...props} transaction={useTransaction(props.view, props.onSend)} />;
}

function Card(props: CardProps & { transaction: ReturnType<typeof useTransaction> }) {
  const { view, transaction } = props;
  const { steps, only, refusal, danger, fees, option, cost, changes, allowance, edit } =
    transaction;
  const accountName = nameOfAccount(view);
  const balance =
    view.balance === undefined ? undefined : `${amountText(BigInt(view.balance), 18)} ${view.coin}`;
  return (
    <ApprovalFrame
      {...props}
      title={only?.sentence ?? i18n.t('approvals.bundle', { count: steps.length })}
      confirm={i18n.t('approvals.confirm')}
      onConfirm={transaction.send}
      guardedBy={changes}
      refusal={refusal}
      danger={danger?.sentence}
      dangerMark={danger?.mark}
      unfinished={edit.isUnused ? i18n.t('approvals.amountUnused') : undefined}
    >
      {changes === 0 || cost === undefined ? null : (
        <Notice tone="warn">
          {i18n.t('approvals.feeHasRisen', { total: cost.usd ?? cost.total })}
        </Notice>
      )}
      {view.replaced === undefined ? null : (
        <Replaced replaced={view.replaced} fee={option} coin={view.coin} />
      )}
      {refusal !== undefined && repeatsRefusal(view) ? null : (
        <Outcome view={view} isSendable={fees.length > 0} />
      )}
      <Moves leaves={view.leaves} arrives={view.arrives} />
      {only === undefined ? (
        <Steps steps={steps} isRefused={refusal !== undefined} network={view.network} />
      ) : (
        <StepDetails step={only} isRefused={refusal !== undefined} network={view.network} />
      )}
      {allowance === undefined ? null : (
        <AllowanceEditor allowance={allowance} edit={edit} onChange={props.onAllowance} />
      )}
      {fees.length === 0 && view.simulation.outcome === 'fails' ? null : (
        <Fees
          view={view}
          fees={fees}
          preset={transaction.preset}
          onPreset={transaction.setPreset}
          nonce={transaction.nonce}
          onNonce={transaction.setNonce}
        />
      )}
      {steps.map((step) => (
        <RawData
          key={step.number}
          step={step}
          title={
            only === undefined
              ? i18n.t('approvals.stepData', { number: step.number })
              : i18n.t('approvals.rawData')
          }
        />
      ))}
      <p className="text-xs text-muted">
        {balance === undefined
          ? i18n.t('approvals.from', { accountName, account: shortAddress(view.account) })
          : i18n.t('approvals.fromHolding', {
              accountName,
              account: shortAddress(view.account),
              balance,
            })}
      </p>
    </ApprovalFrame>
  );
}

function repeatsRefusal({ simulation }: TransactionView): boolean {
  if (simulation.outcome !== 'fails') return false;
  const { failure } = simulation;
  return (
    failure.code === 'refusesToo' || (failure.code === 'fill' && failure.failure === 'expired')
  );
}

function Steps({
  steps,
  ...rest
}: {
  steps: readonly WordedStep[];
  isRefused: boolean;
  network: NetworkFact;
}) {
  return (
    <ol className="flex flex-col gap-3">
      {steps.map((step) => (
        <li key={step.number} className="flex flex-col gap-2 rounded-xl border border-line p-3">
          <h2 className="text-sm font-semibold">
            {i18n.t('meaning.stepTitle', { number: step.number, sentence: step.sentence })}
          </h2>
          <StepDetails step={step} {...rest} />
        </li>
      ))}
    </ol>
  );
}

/**
 * Shows the result of a simulation. Nodes don't estimate a fee for a failing transaction, so the
 * failure also explains why the fee is missing.
 */
function Outcome({ view, isSendable }: { view: TransactionView; isSendable: boolean }) {
  const { simulation } = view;
  if (simulation.outcome === 'fails') {
    return (
      <Notice tone="bad">
        {describeFailing(simulation)}
        {isSendable ? null : ` ${i18n.t('approvals.notSendable')}`}
      </Notice>
    );
  }
  if (simulation.outcome === 'unknown') {
    return <Notice tone="warn">{i18n.t('approvals.notSimulated')}</Notice>;
  }
  const { block, isFirstOnly } = simulation;
  const hasMoves = view.leaves.length + view.arrives.length > 0;
  const source = hasMoves ? ` ${i18n.t('approvals.changesFromData')}` : '';
  if (isFirstOnly === true) {
    return <Notice tone="warn">{`${i18n.t('approvals.calledFirstOnly')}${source}`}</Notice>;
  }
  return (
    <p className="text-xs text-muted">
      {view.isSimulated
        ? i18n.t(hasMoves ? 'approvals.simulated' : 'approvals.simulatedNothing', { block })
        : `${i18n.t('approvals.calledOnly', { block })}${source}`}
    </p>
  );
}
