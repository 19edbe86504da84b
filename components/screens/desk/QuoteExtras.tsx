import { watchedStrike, watchedStructure } from '../../../shared/desk/watch.ts';
import type { OrderRow } from '../../../shared/messages/market.ts';
import { product } from '../../../shared/orders/products.ts';
import { productLabel } from '../../texts/product-name.ts';
import { AlertMe } from '../alerts/AlertMe.tsx';
import { subjectOfQuote } from '../alerts/alert-subject.ts';
import { strikesText } from '../orders/strike-text.ts';
import { Star } from './Star.tsx';

/** Ways to follow the terms of a quote: an alert about its price, and the watchlist. */
export function QuoteExtras({ row }: { row: OrderRow }) {
  const { structure, isPhysical } = product(row.product);
  const [strike = 0] = row.strikes;
  const isPlain = structure === 'vanilla' && !isPhysical;
  const name = `${row.asset} ${productLabel(row.product)} ${strikesText(row.strikes)}`;
  return (
    <>
      <AlertMe subject={subjectOfQuote(row)} />
      <Star
        watched={isPlain ? watchedStrike(row, strike) : watchedStructure(row, row)}
        name={name}
        withText
      />
    </>
  );
}
