import { useState } from 'react';
import { i18n } from '#i18n';
import type { FeeChoice, FeePreset } from '../../shared/approvals/types.ts';
import type { FeeOption, TransactionView } from '../../shared/approvals/view.ts';
import { shortAddress } from '../../shared/format.ts';
import { Notice } from '../ui/Notice.tsx';
import { Acknowledgement } from './Acknowledgement.tsx';
import { AllowanceEditor } from './AllowanceEditor.tsx';
import { ApprovalFrame, type FrameActions } from './ApprovalFrame.tsx';
import { useAllowanceEdit } from './allowance-edit.ts';
import { Fees } from './Fees.tsx';
import { Moves } from './Moves.tsx';
import { Replaced } from './Replaced.tsx';
import { RawData, StepDetails } from './StepDetails.tsx';
import { useShownFees } from './shown-fees.ts';

/** A transaction, or several in one review: what moves, what was checked, what it costs, its bytes. */
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
  /** The sentence itself: another one that a new look brings has not been read yet. */
  const [acknowledged, setAcknowledged] = useState<string>();
  const isAcknowledged = acknowledged === view.danger;
  const { fees, changes } = useShownFees(view);
  const option = fees.find((one) => one.preset === preset) ?? fees.find(isNormal);
  const fee = option?.choice;
  const only = view.steps.length === 1 ? view.steps[0] : undefined;
  const allowance = view.origin === undefined ? undefined : only?.allowance;
  const edit = useAllowanceEdit(allowance);
  const send = () => {
    if (fee !== undefined) props.onSend(nonce === undefined ? fee : { ...fee, nonce });
  };
  return (
    <ApprovalFrame
      {...props}
      title={
        only?.sentence ??
        i18n.t('approvals.transactionsOneAfterTheOther', { count: view.steps.length })
      }
      confirm={i18n.t('approvals.confirm')}
      onConfirm={view.refusal === undefined && fee !== undefined ? send : undefined}
      guardedBy={changes}
      isBlocked={view.danger !== undefined && !isAcknowledged}
      unfinished={edit.isUnused ? i18n.t('approvals.useTheAmountFirst') : undefined}
    >
      {view.refusal === undefined ? null : <Notice tone="bad">{view.refusal}</Notice>}
      {changes === 0 || option === undefined ? null : (
        <Notice tone="warn">
          {i18n.t('approvals.feeHasRisen', { total: option.usd ?? option.total })}
        </Notice>
      )}
      {view.replaced === undefined ? null : <Replaced replaced={view.replaced} fee={option} />}
      <Outcome view={view} />
      <Moves leaves={view.leaves} arrives={view.arrives} />
      {only === undefined ? <Steps view={view} /> : <StepDetails step={only} />}
      {allowance === undefined ? null : (
        <AllowanceEditor allowance={allowance} edit={edit} onChange={props.onAllowance} />
      )}
      <Fees
        view={view}
        fees={fees}
        preset={option?.preset ?? preset}
        onPreset={setPreset}
        nonce={nonce}
        onNonce={setNonce}
      />
      {view.steps.map((step) => (
        <RawData
          key={step.number}
          step={step}
          title={
            only === undefined
              ? i18n.t('approvals.rawDataOfStep', { number: step.number })
              : i18n.t('approvals.rawData')
          }
        />
      ))}
      <p className="text-xs text-muted">
        {view.balance === undefined
          ? i18n.t('approvals.from', {
              accountName: view.accountName,
              account: shortAddress(view.account),
            })
          : i18n.t('approvals.fromHolding', {
              accountName: view.accountName,
              account: shortAddress(view.account),
              balance: view.balance,
            })}
      </p>
      {view.danger === undefined || view.refusal !== undefined ? null : (
        <Acknowledgement
          sentence={view.danger}
          isGiven={isAcknowledged}
          onChange={(isGiven) => setAcknowledged(isGiven ? view.danger : undefined)}
        />
      )}
    </ApprovalFrame>
  );
}

function isNormal({ preset }: FeeOption): boolean {
  return preset === 'normal';
}

function Steps({ view }: { view: TransactionView }) {
  return (
    <ol className="flex flex-col gap-3">
      {view.steps.map((step) => (
        <li key={step.number} className="flex flex-col gap-2 rounded-xl border border-line p-3">
          <h2 className="text-sm font-semibold">
            {step.number}. {step.sentence}
          </h2>
          <StepDetails step={step} />
        </li>
      ))}
    </ol>
  );
}

function Outcome({ view }: { view: TransactionView }) {
  const { outcome, block, reason, isFirstOnly } = view.simulation;
  if (outcome === 'fails') return <Notice tone="bad">{reason}</Notice>;
  if (outcome === 'unknown') {
    return <Notice tone="warn">{i18n.t('approvals.theChainDoesNotAnswer')}</Notice>;
  }
  if (isFirstOnly === true) {
    return <Notice tone="warn">{i18n.t('approvals.onlyTheFirstWasTried')}</Notice>;
  }
  return (
    <p className="text-xs text-muted">
      {view.isSimulated
        ? i18n.t(
            view.leaves.length + view.arrives.length === 0
              ? 'approvals.simulatedNothing'
              : 'approvals.simulatedThis',
            { block: block ?? '' },
          )
        : i18n.t('approvals.calledAtBlockItGoes', { block: block ?? '' })}
    </p>
  );
}
