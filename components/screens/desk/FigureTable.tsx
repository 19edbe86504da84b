import { i18n } from '#i18n';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { type DeskQuote, FIGURE_NAMES, figureTexts } from './figure-rows.ts';
import { quoteName } from './quote-name.ts';

/** Figures of one contract of each quote, side by side, with numbered assumptions below. */
export function FigureTable({ quotes }: { quotes: readonly DeskQuote[] }) {
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const columns = quotes.map((quote) => figureTexts(quote, now));
  const rows = FIGURE_NAMES.map((name, index) => {
    const cells = columns.map((column) => column?.[index]);
    return { name, cells, assumes: [...new Set(cells.flatMap((cell) => cell?.assumes ?? []))] };
  });
  const assumptions = [...new Set(rows.flatMap(({ assumes }) => assumes))];
  return (
    <div data-testid="figures">
      <table className="w-full text-sm">
        <caption className="pb-1 text-start text-xs text-muted">{i18n.t('desk.figures')}</caption>
        {quotes.length > 1 ? (
          <thead>
            <tr>
              <td />
              {quotes.map(({ row }) => (
                <th key={row.digest} scope="col" className="px-2 text-end align-bottom">
                  {quoteName(row)}
                </th>
              ))}
            </tr>
          </thead>
        ) : null}
        <tbody>
          {rows.map(({ name, cells, assumes }) => (
            <tr key={name} className="*:border-t *:border-line *:py-1.5 *:align-top">
              <th scope="row" className="text-start font-normal" title={assumes.join(' ')}>
                {i18n.t(name)}
                {assumes.length === 0 ? null : (
                  <sup aria-hidden className="ps-0.5 text-muted">
                    {assumes.map((text) => assumptions.indexOf(text) + 1).join(' ')}
                  </sup>
                )}
              </th>
              {quotes.map(({ row }, at) => (
                <td key={row.digest} className="ps-2 text-end font-medium">
                  {cells[at]?.text ?? '—'}
                </td>
              ))}
            </tr>
          ))}
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
