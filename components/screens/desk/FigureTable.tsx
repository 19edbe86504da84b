import { i18n } from '#i18n';
import { MINUTE_MS, useNow } from '../../hooks/use-now.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { type DeskQuote, FIGURE_NAMES, figureTexts } from './figure-rows.ts';

/** Shows figures of one contract of a quote, with numbered assumptions below. */
export function FigureTable({ quote }: { quote: DeskQuote }) {
  const now = Math.floor(useNow(MINUTE_MS) / 1000);
  const figures = figureTexts(quote, now);
  const assumptions = [...new Set(FIGURE_NAMES.flatMap((name) => figures?.[name].assumes ?? []))];
  return (
    <div data-testid="figures">
      <p className="pb-1 text-xs text-muted">{i18n.t('desk.figures')}</p>
      <Facts>
        {FIGURE_NAMES.map((name) => {
          const { text = '—', assumes = [] } = figures?.[name] ?? {};
          const notes = assumes.map((one) => assumptions.indexOf(one) + 1).join(' ');
          return (
            <Fact
              key={name}
              label={
                <span title={assumes.join(' ')}>
                  {i18n.t(`desk.figure.${name}`)}
                  <sup aria-hidden className="ps-0.5 empty:hidden">
                    {notes}
                  </sup>
                </span>
              }
              text={text}
            />
          );
        })}
      </Facts>
      <ol className="mt-1 list-decimal border-t border-line pt-1.5 ps-5 text-xs text-muted">
        {assumptions.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ol>
    </div>
  );
}
