import { i18n } from '#i18n';
import type { Combination } from '../../../shared/desk/combine.ts';
import { priceText } from '../../texts/numbers.ts';
import { getUsd, payUsd } from '../../texts/payments.ts';
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
      <table className="w-full text-sm" data-testid="combined">
        <caption className="sr-only">{i18n.t('desk.combined')}</caption>
        <tbody>
          {figures.map(([name, text]) => (
            <tr key={name} className="*:border-t *:border-line *:py-1.5">
              <th scope="row" className="text-start font-normal">
                {name}
              </th>
              <td className="text-end font-medium">{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
