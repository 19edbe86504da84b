import { parseFeed } from '../../shared/orders/parse-feed.ts';
import { eventually } from './eventually.ts';

/** Returns the last expiry in a feed. Waits if the maker is just replacing all orders. */
export function lastExpiry(world: { readonly url: string }): Promise<number> {
  return eventually(async () => {
    const feed = parseFeed(await (await fetch(`${world.url}/orders/`)).json());
    const expiries = (feed?.orders ?? []).map(({ order }) => order.expiry);
    if (expiries.length === 0) throw new Error('the feed has no orders');
    return Math.max(...expiries);
  });
}
