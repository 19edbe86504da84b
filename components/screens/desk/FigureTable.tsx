import { i18n } from '#i18n';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { type DeskQuote, FIGURE_NAMES, figureTexts } from './figure-rows.ts';

/** Figures of one contract of a quote, with numbered assumptions below. */
export function FigureTable({ quote }: { quote: DeskQuote }) {
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const figures = figureTexts(quote, now);
  const assumptions = [...new Set(figures?.flatMap(({ assumes }) => assumes))];
  return (
    <div data-testid="figures">
      <table className="w-full text-sm">
        <caption className="pb-1 text-start text-xs text-muted">{i18n.t('desk.figures')}</caption>
        <tbody>
          {FIGURE_NAMES.map((name, index) => {
            const { text = '—', assumes = [] } = figures?.[index] ?? {};
            return (
              <tr key={name} className="*:border-t *:border-line *:py-1.5 *:align-top">
                <th scope="row" className="text-start font-normal" title={assumes.join(' ')}>
                  {i18n.t(name)}
                  {assumes.length === 0 ? null : (
                    <sup aria-hidden className="ps-0.5 text-muted">
                      {assumes.map((one) => assumptions.indexOf(one) + 1).join(' ')}
                    </sup>
                  )}
                </th>
                <td className="ps-2 text-end font-medium">{text}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      <ol className="mt-1 list-decimal border-t border-line pt-1.5 ps-5 text-xs text-muted">
        {assumptions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </div>
  );
}
