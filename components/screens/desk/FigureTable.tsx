import { i18n } from '#i18n';
import { useNow } from '../../hooks/use-now.ts';
import { type DeskQuote, FIGURE_NAMES, figureTexts } from './figure-rows.ts';
import { quoteName } from './quote-name.ts';

const MINUTE_MS = 60_000;

/** Figures of one contract of each quote, side by side, with the assumptions that they rest on. */
export function FigureTable({ quotes }: { quotes: readonly DeskQuote[] }) {
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const columns = quotes.map((quote) => figureTexts(quote, now));
  return (
    <table className="w-full text-sm" data-testid="figures">
      <caption className="pb-1 text-left text-xs text-muted">{i18n.t('desk.figures')}</caption>
      {quotes.length > 1 ? (
        <thead>
          <tr>
            <td />
            {quotes.map(({ row }) => (
              <th key={row.digest} scope="col" className="px-2 text-right align-bottom">
                {quoteName(row)}
              </th>
            ))}
          </tr>
        </thead>
      ) : null}
      <tbody>
        {FIGURE_NAMES.map((name, index) => {
          const cells = columns.map((column) => column?.[index]);
          const assumes = [...new Set(cells.flatMap((cell) => cell?.assumes ?? []))];
          return (
            <tr key={name} className="*:border-t *:border-line *:py-1.5 *:align-top">
              <th scope="row" className="text-left font-normal">
                {i18n.t(name)}
                {assumes.length === 0 ? null : (
                  <span className="block text-xs text-muted">{assumes.join(' ')}</span>
                )}
              </th>
              {quotes.map(({ row }, at) => (
                <td key={row.digest} className="pl-2 text-right font-medium">
                  {cells[at]?.text ?? '—'}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
