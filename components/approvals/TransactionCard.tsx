import { useState } from 'react';
import { i18n } from '#i18n';
import type { FeeChoice, FeePreset } from '../../shared/approvals/types.ts';
import { shortAddress } from '../../shared/format.ts';
import type {
  FeeOption,
  NetworkFact,
  TransactionView,
} from '../../shared/messages/approval-view.ts';
import { describeCost } from '../texts/describe-fees.ts';
import { amountText } from '../texts/numbers.ts';
import { Notice } from '../ui/Notice.tsx';
import { AllowanceEditor } from './AllowanceEditor.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { useAllowanceEdit } from './allowance-edit.ts';
import { describeFailing } from './describe-failure.ts';
import { describeTransaction } from './describe-transaction.ts';
import { Fees } from './Fees.tsx';
import { Moves } from './Moves.tsx';
import { nameOfAccount } from './names.ts';
import { Replaced } from './Replaced.tsx';
import { RawData, StepDetails } from './StepDetails.tsx';
import { useShownFees } from './shown-fees.ts';
import type { WordedStep } from './worded.ts';

/** One transaction or several in one review: movements, checks, fee, bytes. */
export function TransactionCard(
  props: FrameActions & {
    view: TransactionView;
    onSend: (fee: FeeChoice) => void;
    onAllowance: (amount: string) => Promise<unknown>;
  },
) {
  const { view } = props;
  const [preset, setPreset] = useState<FeePreset>('normal');
  const [nonce, setNonce] = useState<number>();
  const { steps, refusal, danger } = describeTransaction(view);
  const { fees, changes } = useShownFees(view);
  const option = fees.find((one) => one.preset === preset) ?? fees.find(isNormal);
  const fee = option?.choice;
  const cost = option === undefined ? undefined : describeCost(option, view.coin);
  const only = steps.length === 1 ? steps[0] : undefined;
  const allowance = view.origin === undefined ? undefined : only?.allowance;
  const edit = useAllowanceEdit(allowance);
  const accountName = nameOfAccount(view);
  const balance =
    view.balance === undefined ? undefined : `${amountText(BigInt(view.balance), 18)} ${view.coin}`;
  const canConfirm = refusal === undefined && fee !== undefined;
  const send = () => {
    if (fee !== undefined) props.onSend(nonce === undefined ? fee : { ...fee, nonce });
  };
  return (
    <ApprovalFrame
      {...props}
      title={only?.sentence ?? i18n.t('approvals.bundle', { count: steps.length })}
      confirm={i18n.t('approvals.confirm')}
      onConfirm={canConfirm ? send : undefined}
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
          preset={option?.preset ?? preset}
          onPreset={setPreset}
          nonce={nonce}
          onNonce={setNonce}
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

function isNormal({ preset }: FeeOption): boolean {
  return preset === 'normal';
}

/** Returns true when the failure only repeats what the refusal says. */
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

/** A node estimates no fee for a transaction that fails, so the failure explains both. */
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
