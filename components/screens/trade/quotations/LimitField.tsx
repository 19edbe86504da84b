import { useState } from 'react';
import { i18n } from '#i18n';
import { givenAwayBps, MAX_GIVEN_AWAY_BPS } from '../../../../shared/desk/asked-figures.ts';
import type { PositionRow } from '../../../../shared/positions/position-view.ts';
import { useHidden } from '../../../hooks/use-hidden-amounts.ts';
import { plainPercent } from '../../../texts/numbers.ts';
import { moneyText, symbolOf } from '../../../texts/position-texts.ts';
import { Check } from '../../../ui/Check.tsx';
import { Field } from '../../../ui/Field.tsx';
import { amountProblemText } from './quotation-texts.ts';

/**
 * A limit, and the mark for comparison, in base units. For a sale, both amounts are after the fee.
 */
interface Limit {
  readonly amount: bigint | undefined;
  readonly mark: bigint | undefined;
  readonly isSale: boolean;
}

/** Basis points by which the mark may move before the user must consent again. */
const SLACK_BPS = 200n;

export type GivenAway = ReturnType<typeof useGivenAway>;

/**
 * Returns how much a limit gives away, and whether the user has consented. A different limit needs
 * a new consent. The same limit needs a new consent if it gives away `SLACK_BPS` more than at the
 * consent.
 */
export function useGivenAway({ amount, mark, isSale }: Limit) {
  const [accepted, setAccepted] = useState<{ readonly amount: bigint; readonly bps: bigint }>();
  const bps = amount === undefined || mark === undefined ? 0n : givenAwayBps(amount, mark, isSale);
  const isFar = bps > MAX_GIVEN_AWAY_BPS;
  const isAccepted =
    accepted !== undefined && accepted.amount === amount && bps <= accepted.bps + SLACK_BPS;
  return {
    ...{ bps, isFar, isAccepted },
    isReady: !isFar || isAccepted,
    accept: (isOn: boolean) =>
      setAccepted(isOn && amount !== undefined ? { amount, bps } : undefined),
  };
}

/**
 * Shows a field for the total limit of all contracts, the mark, and the percentage that the limit
 * gives away.
 */
export function LimitField(
  props: Omit<Limit, 'amount'> & {
    token: PositionRow['token'];
    text: string;
    isWrong: boolean;
    /** True when too few makers quote this option to suggest a limit. */
    hasFewMakers: boolean;
    /** Explains why there is no mark. */
    noMark: string | undefined;
    given: GivenAway;
    onType: (text: string) => void;
  },
) {
  const { mark, isSale, token, text, given } = props;
  const hidden = useHidden();
  const values = { value: mark === undefined ? '' : hidden(moneyText(mark, token)) };
  const percent = plainPercent(given.bps);
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={i18n.t(isSale ? 'quotations.leastTotal' : 'quotations.mostTotal', {
          symbol: symbolOf(token),
        })}
        value={text}
        inputMode="decimal"
        hint={
          mark === undefined
            ? props.noMark
            : i18n.t(props.hasFewMakers ? 'quotations.fewMakers' : 'quotations.limitMark', values)
        }
        problem={props.isWrong ? amountProblemText(text) : undefined}
        onType={props.onType}
      />
      {given.bps === 0n ? null : given.isFar ? (
        <Check
          className="text-warn"
          label={i18n.t(isSale ? 'quotations.acceptLess' : 'quotations.acceptMore', { percent })}
          isOn={given.isAccepted}
          onChange={given.accept}
        />
      ) : (
        <p className="text-xs text-muted" data-testid="given-away">
          {i18n.t(isSale ? 'quotations.givesAway' : 'quotations.paysMore', { percent })}
        </p>
      )}
    </div>
  );
}
