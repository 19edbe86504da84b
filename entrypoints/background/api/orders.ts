import type { OrdersView } from '../../../shared/messages/market.ts';
import type { Clock } from '../../../shared/ports.ts';
import { unixSeconds } from '../../../shared/units.ts';
import type { OrdersFeed } from '../orders/feed.ts';
import { orderRows } from '../orders/rows.ts';
import { uiFailure } from './failures.ts';
import type { Handlers } from './serve.ts';

type Topics = 'orders.list';

export function orderHandlers(deps: { feed: OrdersFeed; clock: Clock }): Pick<Handlers, Topics> {
  const { feed, clock } = deps;
  const now = () => unixSeconds(Math.floor(clock.now() / 1000));
  return {
    async 'orders.list'({ fresh }) {
      try {
        return orderRows(await (fresh ? feed.refresh() : feed.fresh()), now());
      } catch (error) {
        // What was read before stays on the screen, with its age and the reason.
        const last = feed.last();
        const empty: OrdersView = { rows: [], refused: [], spot: {} };
        const problem = uiFailure(error).message;
        return { ...(last === undefined ? empty : orderRows(last, now())), problem };
      }
    },
  };
}
