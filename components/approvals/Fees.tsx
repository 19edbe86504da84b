import { useId, useState } from 'react';
import { i18n } from '#i18n';
import type { FeeChoice, FeePreset } from '../../shared/approvals/types.ts';
import type { FeeOption, TransactionView } from '../../shared/messages/approval-view.ts';
import { describeCost } from '../texts/describe-fees.ts';
import { amountText } from '../texts/numbers.ts';
import { Fact, Facts } from '../ui/Facts.tsx';

/**
 * Shows fee presets, and the nonce under "more". The shown fee is a maximum, because the user signs
 * gas limit and price. The data fee isn't signed. At confirmation it is compared with the network's
 * current data fee.
 */
export function Fees(props: {
  view: TransactionView;
  /** The fees on the screen; see `useShownFees`. */
  fees: readonly FeeOption[];
  preset: FeePreset;
  onPreset: (preset: FeePreset) => void;
  nonce: number | undefined;
  onNonce: (nonce: number | undefined) => void;
}) {
  const { view, fees, preset, onPreset } = props;
  if (fees.length === 0) {
    return <p className="text-xs text-muted">{i18n.t('approvals.feeUnknown')}</p>;
  }
  return (
    <section className="flex flex-col gap-2">
      {/* Four options in one row would cut off the label of the site's fee. */}
      <fieldset
        className={`grid gap-2 ${fees.length > 3 ? 'grid-cols-2' : 'auto-cols-fr grid-flow-col'}`}
      >
        <legend
          className="mb-1 text-xs font-semibold text-muted"
          title={fees.some(hasDataFee) ? i18n.t('approvals.dataFeeMeans') : undefined}
        >
          {i18n.t(
            view.steps.length > 1 ? 'approvals.networkFeeOfAllSteps' : 'approvals.networkFee',
          )}
        </legend>
        {fees
          .map((option) => ({ option, cost: describeCost(option, view.coin) }))
          .map(({ option, cost }) => (
            <label
              key={option.preset}
              className={`min-w-0 cursor-pointer rounded-xl border px-2 py-1.5 text-center text-xs has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent ${preset === option.preset ? 'border-accent bg-accent-soft' : 'border-line'}`}
            >
              <input
                type="radio"
                name="fee"
                className="sr-only"
                checked={preset === option.preset}
                onChange={() => onPreset(option.preset)}
              />
              <span className="block font-semibold">
                {i18n.t(`approvals.fee.${option.preset}`)}
              </span>
              <span className="block break-all" title={cost.total}>
                {cost.usd ?? cost.total}
              </span>
            </label>
          ))}
      </fieldset>
      <More {...props} />
    </section>
  );
}

function More(props: {
  view: TransactionView;
  fees: readonly FeeOption[];
  preset: FeePreset;
  nonce: number | undefined;
  onNonce: (nonce: number | undefined) => void;
}) {
  const { view, fees, preset } = props;
  const id = useId();
  const [text, setText] = useState('');
  const option = fees.find((candidate) => candidate.preset === preset);
  if (option === undefined) return null;
  const before = props.nonce === undefined ? 0 : props.nonce - (view.nonce ?? props.nonce);
  const change = (typed: string) => {
    setText(typed);
    props.onNonce(/^\d{1,15}$/.test(typed) ? Number(typed) : undefined);
  };
  return (
    <details className="text-xs">
      <summary className="cursor-pointer text-muted">{i18n.t('approvals.feeDetails')}</summary>
      <Facts className="mt-2 text-xs">
        <Fact
          label={i18n.t('approvals.feeDetailsMost')}
          text={describeCost(option, view.coin).total}
        />
        <Fact label={i18n.t('approvals.gasLimit')} text={gasOf(option.choice)} />
        <Fact label={i18n.t('approvals.gasPrice')} text={gwei(option.choice.maxFeePerGas)} />
        <Fact label={i18n.t('approvals.gasTip')} text={gwei(option.choice.maxPriorityFeePerGas)} />
        {hasDataFee(option) ? (
          <Fact
            label={i18n.t('approvals.dataFee')}
            text={`${amountText(BigInt(option.choice.dataFee ?? 0), 18, 18)} ${view.coin}`}
          />
        ) : null}
      </Facts>
      {hasDataFee(option) ? (
        <p className="mt-2 text-muted">{i18n.t('approvals.dataFeeMeans')}</p>
      ) : null}
      {view.steps.length > 1 || view.replaced !== undefined ? null : view.isNonceFixed === true ? (
        <Facts className="mt-2 text-xs">
          <Fact label={i18n.t('approvals.nonce')} text={String(view.nonce ?? '–')} />
        </Facts>
      ) : (
        <div className="mt-2 flex items-center justify-between gap-4">
          <label htmlFor={id} className="text-muted">
            {i18n.t('approvals.nonce')}
          </label>
          <input
            id={id}
            inputMode="numeric"
            value={text}
            placeholder={view.nonce === undefined ? '' : String(view.nonce)}
            onChange={(event) => change(event.target.value)}
            className="w-24 rounded-lg border border-line bg-surface px-2 py-1 text-end"
          />
        </div>
      )}
      <p role="status" className="mt-2 text-warn empty:hidden">
        {before > 0 ? i18n.t('approvals.nonceWaits', before) : null}
        {before < 0 ? i18n.t('approvals.nonceIsUsed') : null}
      </p>
    </details>
  );
}

function hasDataFee({ choice }: FeeOption): boolean {
  return BigInt(choice.dataFee ?? 0) > 0n;
}

function gasOf(choice: FeeChoice): string {
  return choice.gas.map((limit) => amountText(BigInt(limit), 0)).join(' + ');
}

/** Returns wei as exact gwei. A maximum fee must not be rounded down. */
function gwei(wei: string): string {
  return `${amountText(BigInt(wei), 9, 9)} gwei`;
}
