import type { LocalAccount } from 'viem';
import { orderDigest } from '../../shared/orders/eip712.ts';
import { parseFeed } from '../../shared/orders/parse-feed.ts';
import { withdrawalTypedData } from '../../shared/orders/withdrawal.ts';

/**
 * Withdraws all quotes of a maker from the orders service.
 * @param url base address of the services
 */
export async function withdrawQuotes(url: string, maker: LocalAccount): Promise<void> {
  const feed = parseFeed(await (await fetch(`${url}/orders/`)).json());
  if (feed === undefined) throw new Error('The orders service published no feed.');
  const own = feed.orders.filter(({ order }) => order.maker === maker.address);
  if (own.length === 0) throw new Error('The maker has no quotes.');
  await Promise.all(
    own.map(async ({ order, optionBookAddress }) => {
      const digest = orderDigest(order, optionBookAddress);
      const signature = await maker.signTypedData(withdrawalTypedData(digest));
      const answer = await fetch(`${url}/orders/${digest}`, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ signature }),
      });
      // 404 means that the quotes expired and are already deleted.
      if (!answer.ok && answer.status !== 404)
        throw new Error(`The orders service answered ${answer.status} to a withdrawal.`);
    }),
  );
}
