import type { Address, Hex } from 'viem';
import type { OrdersView } from '../../../shared/messages/market.ts';
import type { Clock, Random, Wait } from '../../../shared/ports.ts';
import { contracts, unixSeconds } from '../../../shared/units.ts';
import type { Transactions } from '../approvals/transactions.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { OrdersFeed } from '../orders/feed.ts';
import { fillOrder } from '../orders/fill.ts';
import { orderRows } from '../orders/rows.ts';
import { ticketFor } from '../orders/ticket.ts';
import type { Settings } from '../state/settings.ts';
import { demandAccount } from './account.ts';
import { uiFailure } from './failures.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `orders.${string}`>;

export function orderHandlers(deps: {
  feed: OrdersFeed;
  client: Rpc;
  transactions: Transactions;
  settings: Settings;
  clock: Clock;
  random: Random;
  wait: Wait;
  account: () => string | undefined;
}): Pick<Handlers, Topics> {
  const { feed, client, clock } = deps;
  const now = () => unixSeconds(Math.floor(clock.now() / 1000));
  const account = () => demandAccount(deps.account());
  const size = ({ contracts: count, spend }: { contracts?: string; spend?: string }) => ({
    ...(count === undefined ? {} : { contracts: BigInt(count) }),
    ...(spend === undefined ? {} : { spend: BigInt(spend) }),
  });
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
    'orders.quote': (payload) =>
      ticketFor({
        feed,
        client,
        account: account(),
        digest: payload.digest,
        size: size(payload),
        now: now(),
      }),
    async 'orders.fill'({ digest, contracts: count }) {
      const hash: Hex = await fillOrder({
        ...deps,
        now,
        account: account(),
        digest,
        numContracts: contracts(BigInt(count)),
        referrer: deps.settings.services().referrer as Address,
      });
      return { hash };
    },
  };
}
