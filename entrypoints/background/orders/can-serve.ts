import { describeOrder } from '../../../shared/orders/describe.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { contractsForBudget, isCancelled } from '../../../shared/orders/sizing.ts';
import { usableBudget } from '../../../shared/orders/unfillable.ts';
import { type Contracts, contracts, type TokenAmount } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { readFillFacts } from './fill-facts.ts';
import { validSize } from './valid-size.ts';

/**
 * Returns true when a maker's budget, balance and allowance cover one contract, or the old quote's
 * size where that is smaller, and the book accepts that size. Returns false when the node doesn't
 * respond.
 */
export async function canServe(
  client: Rpc,
  entry: FeedEntry,
  old: Pick<SignedOrder, 'order'>,
): Promise<boolean> {
  const { decimals } = describeOrder(entry.order).collateral ?? {};
  if (decimals === undefined) return false;
  try {
    const { filled, maker } = await readFillFacts(client, entry.order.maker, entry);
    if (isCancelled(filled)) return false;
    const usable = usableBudget(entry.order, { ...maker, filled, cutoff: undefined });
    const most = sizeFor(entry, usable, decimals);
    let wanted = contracts(10n ** BigInt(decimals));
    const all = sizeFor(old, old.order.maxCollateralUsable, decimals);
    if (all < wanted) wanted = all;
    if (wanted === 0n || most < wanted) return false;
    return (await validSize(client, entry, { wanted, decimals })) > 0n;
  } catch {
    return false;
  }
}

function sizeFor(
  { order }: Pick<SignedOrder, 'order'>,
  left: TokenAmount,
  decimals: number,
): Contracts {
  const { terms } = describeOrder(order);
  if (terms === undefined) return contracts(0n);
  const { isLong: isMakerLong, price } = order;
  return contractsForBudget({ left, isMakerLong, price, terms, decimals });
}
