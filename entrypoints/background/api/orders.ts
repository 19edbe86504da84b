import type { Address } from 'viem';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { Clock } from '../../../shared/ports.ts';
import { contracts, price8, secondsOf } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { OrderChecks } from '../orders/checks.ts';
import type { OrdersFeed } from '../orders/feed.ts';
import type { Fills } from '../orders/fills.ts';
import { createListParts } from '../orders/list-parts.ts';
import type { OrdersListing } from '../orders/listing.ts';
import { planFill } from '../orders/plan-fill.ts';
import { readSpotHistory } from '../orders/spot-history.ts';
import { ticketFor } from '../orders/ticket.ts';
import type { WayBack } from '../orders/way-back.ts';
import type { Batching } from '../sending/batching.ts';
import type { Settings } from '../state/settings.ts';
import { ensureAccount, ensureSameAccount } from './account.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `orders.${string}` | `fills.${string}` | `funds.${string}`>;

/** Orders, tickets, and the fills that they start. */
export function orderHandlers(deps: {
  listing: OrdersListing;
  feed: OrdersFeed;
  client: Rpc;
  checks: Pick<OrderChecks, 'oracleOf' | 'isGenuine' | 'quoteSpotOf'>;
  fills: Fills;
  wayBack: WayBack;
  batching: Pick<Batching, 'statusOf'>;
  settings: Settings;
  clock: Clock;
  account: () => string | undefined;
  canSign: (account: Address) => boolean;
}): Pick<Handlers, Topics> {
  const { feed, client, fills, clock } = deps;
  const parts = createListParts({ clock });
  const referrer = () => deps.settings.services().referrer as Address;
  return {
    'orders.cached': async () => parts.first(await deps.listing.cached()),
    'orders.list': async ({ fresh, known }) => parts.first(await deps.listing.list(fresh), known),
    'orders.rows': async (place) => parts.next(place),
    'orders.changed': deps.listing.changed,
    'orders.check': deps.listing.check,
    'orders.spotHistory': ({ asset }) => readSpotHistory(client, asset),
    async 'orders.ticket'({ digest, withChain }) {
      const account = ensureAccount(deps.account());
      return ticketFor({
        feed,
        client,
        checks: deps.checks,
        account,
        digest,
        withChain,
        referrer: referrer(),
        canSign: deps.canSign(account),
        atomicStatus: () => deps.batching.statusOf(account, CHAIN_ID),
        now: secondsOf(clock.now()),
      });
    },
    async 'fills.plan'({ digest, contracts: count, account: seen }) {
      return planFill({
        feed,
        client,
        now: () => secondsOf(clock.now()),
        account: ensureSameAccount(deps.account(), seen),
        digest,
        wanted: contracts(BigInt(count)),
        referrer: referrer(),
      });
    },
    async 'fills.start'({ digest, contracts: count, agreedPrice, account: seen }) {
      const account = ensureSameAccount(deps.account(), seen);
      const wanted = contracts(BigInt(count));
      const agreed = price8(BigInt(agreedPrice));
      const id = await fills.start({
        digest,
        account,
        wanted,
        agreed,
        referrer: referrer(),
      });
      return { id };
    },
    'fills.accept': ({ id }) => fills.accept(id),
    'fills.prove': ({ id }) => fills.prove(id),
    'fills.revoke': ({ id }) => fills.revoke(id),
    'fills.dismiss': ({ id }) => fills.dismiss(id),
    async 'funds.back'({ account: seen, token, fill }) {
      const account = ensureSameAccount(deps.account(), seen);
      const ofFill =
        fill === undefined ? undefined : { id: fill, conversions: fills.converted(fill) };
      await deps.wayBack.back(account, token as Address, ofFill);
    },
  };
}
