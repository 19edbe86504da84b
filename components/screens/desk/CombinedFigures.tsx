import { i18n } from '#i18n';
import type { Combination } from '../../../shared/desk/combine.ts';
import type { CombinedModel } from '../../../shared/desk/combined-model.ts';
import { gammaOfPercent } from '../../../shared/orders/price.ts';
import { type Price8, toNumber8, toUsd8 } from '../../../shared/units.ts';
import { priceText as dollarText, modelDollars } from '../../charts/chart-texts.ts';
import { chanceText, modelText, priceText } from '../../texts/numbers.ts';
import { getUsd, payUsd } from '../../texts/payments.ts';
import { localTime } from '../../texts/times.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';

const DIGITS = 3;

/** Shows cost, greatest gain and loss, break-evens, chance and greeks of several legs together. */
export function CombinedFigures(props: { combination: Combination; model: CombinedModel }) {
  const { combination, model } = props;
  const { maxLoss, cost } = combination;
  // The chart's points don't show an unlimited loss.
  const isSureGain =
    maxLoss !== undefined &&
    combination.points.length > 0 &&
    combination.points.every(({ profit }) => profit > 0n);
  const { profitChance, expectedMove } = model;
  const figures = [
    [i18n.t('desk.builtCost'), payUsd(cost)],
    [
      i18n.t('desk.maxLoss'),
      isSureGain
        ? i18n.t('ticket.noLoss')
        : maxLoss === undefined
          ? i18n.t('desk.growsWithPrice')
          : payUsd(maxLoss),
    ],
    [i18n.t('desk.maxProfit'), gainText(combination, model)],
    [i18n.t('desk.figure.breakEven'), breakEvenText(combination, model)],
    [
      i18n.t('desk.figure.profitChance'),
      profitChance === undefined ? '—' : chanceText(profitChance),
    ],
    [
      i18n.t('desk.figure.expectedMove'),
      expectedMove === undefined
        ? '—'
        : `${dollarText(expectedMove.low)} – ${dollarText(expectedMove.high)}`,
    ],
  ];
  return (
    <>
      {isSureGain ? <Notice tone="warn">{i18n.t('ticket.gainsAlways')}</Notice> : null}
      <section aria-label={i18n.t('desk.combined')} className="flex flex-col gap-2">
        <Facts testId="combined">
          {figures.map(([name, text]) => (
            <Fact key={name} label={name} text={text} />
          ))}
        </Facts>
        <CombinedGreeks greeks={model.greeks} spot={combination.fills[0]?.spot} />
        <p className="text-xs text-pretty text-muted">
          {model.atFirst === undefined
            ? i18n.t('desk.builtHow')
            : i18n.t('desk.calendarHow', { time: localTime(model.at) })}
        </p>
      </section>
    </>
  );
}

function gainText({ maxProfit, points }: Combination, { atFirst }: CombinedModel): string {
  if (atFirst !== undefined)
    return atFirst.maxProfit === undefined
      ? i18n.t('desk.growsWithPrice')
      : i18n.t('desk.aboutGain', { amount: modelDollars(atFirst.maxProfit) });
  if (points.length === 0) return '—';
  return maxProfit === undefined ? i18n.t('desk.growsWithPrice') : getUsd(maxProfit);
}

function breakEvenText({ breakEvens }: Combination, { atFirst }: CombinedModel): string {
  const prices = atFirst === undefined ? breakEvens : atFirst.breakEvens.map(toUsd8);
  return prices.length === 0 ? '—' : prices.map(priceText).join(', ');
}

function CombinedGreeks(props: Pick<CombinedModel, 'greeks'> & { spot: Price8 | undefined }) {
  const { greeks, spot } = props;
  if (greeks === undefined || spot === undefined)
    return <p className="text-xs text-muted">{i18n.t('ticket.greeksUnknown')}</p>;
  const { delta, gamma, theta, vega } = greeks;
  return (
    <Facts look="tiles" testId="combined-greeks">
      <Fact
        label={i18n.t('ticket.delta')}
        text={modelText(delta, DIGITS)}
        hint={i18n.t('ticket.deltaWhy')}
      />
      <Fact
        label={i18n.t('ticket.gamma')}
        text={modelText(gammaOfPercent(gamma, toNumber8(spot)), DIGITS)}
        hint={i18n.t('ticket.gammaWhy')}
      />
      <Fact
        label={i18n.t('ticket.vega')}
        text={modelDollars(vega)}
        hint={i18n.t('ticket.vegaWhy')}
      />
      <Fact
        label={i18n.t('ticket.theta')}
        text={modelDollars(theta)}
        hint={i18n.t('ticket.thetaWhy')}
      />
    </Facts>
  );
}
