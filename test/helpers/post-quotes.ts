import { entryToWire } from '../../server/orders/entry.ts';
import type { SignedOrder } from '../../shared/orders/order.ts';

/** Posts a maker's quotes to the orders service. @param url base address of the services */
export async function postQuotes(url: string, quotes: readonly SignedOrder[]): Promise<void> {
  const answer = await fetch(`${url}/orders/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(quotes.map((quote) => entryToWire(quote))),
  });
  if (!answer.ok) throw new Error(`The orders service answered ${answer.status}.`);
}
