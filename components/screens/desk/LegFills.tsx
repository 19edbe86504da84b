import { useMemo } from 'react';
import { i18n } from '#i18n';
import { worthSymbol } from '../../../shared/chain/lending.ts';
import { combinedModel } from '../../../shared/desk/combined-model.ts';
import { cashOf, type DeskFill } from '../../../shared/desk/offer.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import type { LegView } from '../../../shared/messages/procedures.ts';
import { toNumber8 } from '../../../shared/units.ts';
import { useKey } from '../../hooks/use-key.ts';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { getUsd, payText, payUsd } from '../../texts/payments.ts';
import { localTime } from '../../texts/times.ts';
import { ActionButton } from '../../ui/ActionButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { type Step, StepList } from '../../ui/StepList.tsx';
import { legStep } from '../trade/orders/leg-step.ts';
import { FillProgress } from '../trade/ticket/FillProgress.tsx';
import { CombinedFigures } from './CombinedFigures.tsx';
import { CombinedPicture } from './CombinedPicture.tsx';
import { LegCosts } from './LegCosts.tsx';
import type { LegFillsView, LegReview } from './use-leg-fills.ts';

/** Shows one review of several fills, then the progress of each fill with its confirmations. */
export function LegFills(props: {
  fills: LegFillsView;
  /** Closes the page. Running fills continue. */
  onBack: () => void;
  onFilled: () => void;
}) {
  const { review, legs, isBegun, doneCount, hasFailed, begin, stop, problem, current } =
    props.fills;
  const { note, warning } = props.fills;
  useKey('Escape', props.onBack);
  const isDated = new Set(legs.map(({ terms }) => terms.expiry)).size > 1;
  const isPartly = doneCount !== 0 && doneCount !== legs.length;
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-3 p-4">
      {current === undefined ? (
        <PageHeader
          title={i18n.t(isBegun ? 'desk.fillsInOrder' : 'desk.reviewLegs')}
          backLabel={i18n.t('ui.back')}
          onBack={props.onBack}
        />
      ) : null}
      <StepList
        label={i18n.t('desk.fillsInOrder')}
        steps={legs.map((leg, index) => ({
          ...stepOf(leg, review?.legs, isDated),
          ...(isBegun ? {} : { state: index + 1 }),
        }))}
      />
      {isBegun || review === undefined ? null : (
        <>
          <ReviewedTrade review={review} />
          <Notice>{i18n.t('desk.legsHow', legs.length)}</Notice>
        </>
      )}
      {isPartly && hasFailed ? (
        <Notice tone="warn">
          {i18n.t('desk.legsPartly', { done: doneCount, all: legs.length })}
        </Notice>
      ) : null}
      <Notice tone="bad">{problem}</Notice>
      <Notice tone="warn">{warning}</Notice>
      {problem === undefined || note === undefined ? null : (
        <p className="text-xs text-muted">{note}</p>
      )}
      {!isBegun || problem !== undefined ? (
        <ActionButton action={begin}>
          {i18n.t(isBegun ? 'procedures.goOn' : 'desk.beginLegs')}
        </ActionButton>
      ) : null}
      {stop === undefined ? null : (
        <>
          <ActionButton action={stop} kind="quiet">
            {i18n.t('procedures.stop')}
          </ActionButton>
          <p className="text-xs text-muted">{i18n.t('procedures.legsStop')}</p>
          <Notice tone="bad">{stop.problem}</Notice>
        </>
      )}
      {current === undefined ? null : (
        <FillProgress
          key={current}
          id={current}
          onBack={props.onBack}
          again={i18n.t('procedures.goOn')}
          onAgain={hasFailed && problem === undefined ? () => void begin.run() : undefined}
          onPositions={props.onFilled}
        />
      )}
    </div>
  );
}

/** Shows all legs of a review together: chart, figures, fees, and number of confirmations. */
function ReviewedTrade({ review }: { review: LegReview }) {
  const { combination, legs, owner } = review;
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const model = useMemo(() => combinedModel(combination, now), [combination, now]);
  const [first] = combination.fills;
  return (
    <>
      {first === undefined ? null : (
        <CombinedPicture
          model={model}
          asset={first.row.asset}
          spot={toNumber8(first.spot)}
          now={now}
        />
      )}
      <CombinedFigures combination={combination} model={model} />
      <LegCosts legs={legs} owner={owner} />
    </>
  );
}

/** Returns a leg as a step, with its price once the leg has been reviewed. */
function stepOf(leg: LegView, reviewed: readonly DeskFill[] = [], isDated = false): Step {
  const key = termsKey(leg.terms);
  const fill = reviewed.find(({ row }) => termsKey(row) === key);
  const step = legStep(leg);
  return {
    ...{ key, ...step },
    title: isDated ? `${step.title} · ${localTime(leg.terms.expiry)}` : step.title,
    note: fill === undefined ? undefined : paymentOf(fill),
  };
}

function paymentOf(fill: DeskFill): string {
  const { row, quote, decimals } = fill;
  const cash = cashOf(fill);
  if (row.side === 'buy') return i18n.t('desk.legPays', { amount: payUsd(-cash) });
  const locked = `${payText(quote.collateral, { symbol: row.collateralSymbol, decimals })} ${worthSymbol(row.collateralSymbol)}`;
  return i18n.t('desk.legReceives', { amount: getUsd(cash), locked });
}
