import { i18n } from '#i18n';
import type { Combination } from '../../../shared/desk/combine.ts';
import { priceText, usdText } from '../../texts/numbers.ts';

/** Cost, greatest gain and loss, and break-evens of several legs together. */
export function CombinedFigures({ combination }: { combination: Combination }) {
  const { maxLoss, maxProfit, breakEvens, cost } = combination;
  const figures = [
    [i18n.t('desk.builtCost'), usdText(cost)],
    [
      i18n.t('desk.maxLoss'),
      maxLoss === undefined ? i18n.t('desk.growsWithPrice') : usdText(maxLoss),
    ],
    [
      i18n.t('desk.maxProfit'),
      maxProfit === undefined ? i18n.t('desk.growsWithPrice') : usdText(maxProfit),
    ],
    [
      i18n.t('desk.figureBreakEven'),
      breakEvens.length === 0 ? '—' : breakEvens.map(priceText).join(', '),
    ],
  ];
  return (
    <table className="w-full text-sm" data-testid="combined">
      <caption className="sr-only">{i18n.t('desk.combined')}</caption>
      <tbody>
        {figures.map(([name, text]) => (
          <tr key={name} className="*:border-t *:border-line *:py-1.5">
            <th scope="row" className="text-left font-normal">
              {name}
            </th>
            <td className="text-right font-medium">{text}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
