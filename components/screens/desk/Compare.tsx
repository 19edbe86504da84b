import { i18n } from '#i18n';
import { candidate } from '../../../shared/desk/holding.ts';
import { oneContract } from '../../../shared/desk/offer.ts';
import { termsKey } from '../../../shared/desk/one-row-per-terms.ts';
import { curvePrices, profitsAt } from '../../../shared/desk/portfolio-curve.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { LinesPlot } from '../../charts/LinesPlot.tsx';
import { useNow } from '../../hooks/use-now.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { FigureTable } from './FigureTable.tsx';
import type { DeskQuote } from './figure-rows.ts';
import { quoteName } from './quote-name.ts';
import { useDeskOrders } from './use-desk-orders.ts';

/** Up to three quotes of one asset side by side, with the profit of a contract in one picture. */
export function Compare(props: {
  quotes: readonly DeskQuote[];
  onRemove: (terms: string) => void;
}) {
  const { rows, view } = useDeskOrders();
  const now = useNow() / 1000;
  const quotes = props.quotes.map(({ row, spot }) => {
    const isSame = (live: OrderRow) => live.quoteEnds > now && termsKey(live) === termsKey(row);
    return { row: rows.find(isSame) ?? row, spot: view?.spot[row.asset] ?? spot };
  });
  const [first] = quotes;
  if (first === undefined)
    return <p className="p-8 text-center text-sm text-muted">{i18n.t('desk.nothingPinned')}</p>;
  const spot = first.spot.price;
  const end = { at: Number.POSITIVE_INFINITY, volatilityShift: 0 };
  const lines = quotes.flatMap(({ row, spot: at }) => {
    const fill = oneContract(row, at);
    return fill === undefined
      ? []
      : [{ name: quoteName(row), holding: candidate(fill, row.impliedVolatility) }];
  });
  const prices = curvePrices(
    lines.map(({ holding }) => holding),
    spot,
    end,
  );
  return (
    <div className="mx-auto flex max-w-6xl flex-col gap-4 p-4" data-testid="compare">
      <div className="mx-auto w-full max-w-2xl rounded-xl bg-raised p-2">
        <LinesPlot
          spot={spot}
          lines={lines.map(({ name, holding }) => ({
            name,
            points: profitsAt([holding], prices, end).map(
              (profit, i) => [prices[i] ?? 0, profit] as const,
            ),
          }))}
        />
      </div>
      {quotes
        .filter(({ row }) => row.quoteEnds <= now)
        .map(({ row }) => (
          <Notice key={row.digest} tone="warn">
            {i18n.t('desk.ended', { quote: quoteName(row) })}
          </Notice>
        ))}
      <FigureTable quotes={quotes} />
      <div className="flex flex-wrap gap-2">
        {quotes.map(({ row }) => (
          <Button key={row.digest} kind="quiet" onClick={() => props.onRemove(termsKey(row))}>
            {i18n.t('desk.unpin', { quote: quoteName(row) })}
          </Button>
        ))}
      </div>
    </div>
  );
}
