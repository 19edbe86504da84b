import { modelTotal } from '../../../shared/desk/asked-figures.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { Order } from '../../../shared/orders/order.ts';
import type { Clock } from '../../../shared/ports.ts';
import { type Price8, secondsOf, type TokenAmount } from '../../../shared/units.ts';
import { backedQuotes } from './backed-quotes.ts';
import type { OrderChecks } from './checks.ts';
import type { OrdersFeed } from './feed.ts';
import { quotedVolatilities } from './volatility.ts';

export type ModelValue = (order: Order) => TokenAmount | undefined;

/**
 * Returns a function that values all contracts of an order by the volatility of backed live quotes,
 * in base units of the collateral; undefined without quotes or a price.
 */
export function createModelValue(deps: {
  feed: Pick<OrdersFeed, 'last'>;
  checks: Pick<OrderChecks, 'isGenuine' | 'makerOf' | 'oracleOf'>;
  spotOf: (asset: string) => Price8 | undefined;
  clock: Clock;
}): ModelValue {
  return (order) => {
    const { terms, asset } = describeOrder(order);
    const last = deps.feed.last();
    const spot = asset === undefined ? undefined : deps.spotOf(asset);
    if (terms === undefined || spot === undefined || last === undefined) return undefined;
    const now = secondsOf(deps.clock.now());
    // Compares only quotes with the same price feed.
    const market = { now, spotOf: () => spot };
    const agreed = quotedVolatilities(backedQuotes(last, deps.checks), market)(order);
    if (agreed === undefined) return undefined;
    const { numContracts: contracts, expiry } = order;
    return modelTotal({ terms, contracts, expiry }, { spot, now, volatility: agreed.volatility });
  };
}
