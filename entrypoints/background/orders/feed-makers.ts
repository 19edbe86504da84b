import type { Feed } from '../../../shared/orders/parse-feed.ts';

/** Returns a function that recognizes the makers of the live feeds' orders, as last read. */
export function createFeedMakers(last: () => Feed | undefined): (address: string) => boolean {
  let read: { readonly feed: Feed; readonly makers: ReadonlySet<string> } | undefined;
  return (address) => {
    const feed = last();
    if (feed === undefined) return false;
    if (read?.feed !== feed)
      read = { feed, makers: new Set(feed.orders.map(({ order }) => order.maker.toLowerCase())) };
    return read.makers.has(address.toLowerCase());
  };
}
