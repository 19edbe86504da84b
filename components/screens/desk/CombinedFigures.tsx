import { i18n } from '#i18n';
import type { Combination } from '../../../shared/desk/combine.ts';
import { priceText } from '../../texts/numbers.ts';
import { getUsd, payUsd } from '../../texts/payments.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Cost, greatest gain and loss, and break-evens of several legs together. */
export function CombinedFigures({ combination }: { combination: Combination }) {
  const { maxLoss, maxProfit, breakEvens, cost } = combination;
  // An unbounded loss lies beyond the points.
  const isSureGain = maxLoss !== undefined && combination.points.every(({ profit }) => profit > 0n);
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
    [
      i18n.t('desk.maxProfit'),
      maxProfit === undefined ? i18n.t('desk.growsWithPrice') : getUsd(maxProfit),
    ],
    [
      i18n.t('desk.figureBreakEven'),
      breakEvens.length === 0 ? '—' : breakEvens.map(priceText).join(', '),
    ],
  ];
  return (
    <>
      {isSureGain ? <Notice tone="warn">{i18n.t('ticket.gainsAlways')}</Notice> : null}
      <section aria-label={i18n.t('desk.combined')}>
        <Facts testId="combined">
          {figures.map(([name, text]) => (
            <Fact key={name} label={name} text={text} />
          ))}
        </Facts>
      </section>
    </>
  );
}
