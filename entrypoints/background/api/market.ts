import type { Address } from 'viem';
import type { Clock } from '../../../shared/ports.ts';
import { secondsOf, unixSeconds } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { cancelBefore, cancelOrders, makerView, ownEntries } from '../market/maker.ts';
import { claimFees, referrerView } from '../market/referrer.ts';
import { readSpotHistory } from '../market/spot-history.ts';
import type { Market } from '../market/statistics.ts';
import type { OrderChecks } from '../orders/checks.ts';
import type { OrdersFeed } from '../orders/feed.ts';
import type { OwnTransactions } from '../sending/own-transactions.ts';
import type { Settings } from '../state/settings.ts';
import { ensureAccount } from './account.ts';
import { failureOf } from './failures.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<
  keyof Handlers,
  `market.${string}` | `maker.${string}` | `referrer.${string}`
>;

/** Statistics of the market, and the actions of makers and referrers. */
export function marketHandlers(deps: {
  market: Market;
  feed: OrdersFeed;
  checks: OrderChecks;
  own: OwnTransactions;
  client: Rpc;
  settings: Settings;
  clock: Clock;
  account: () => string | undefined;
}): Pick<Handlers, Topics> {
  const { feed, own, checks } = deps;
  const account = () => ensureAccount(deps.account());
  return {
    'market.statistics': ({ fresh }) => deps.market.view(fresh),
    'market.spotHistory': ({ asset }) => readSpotHistory(deps.client, asset),
    async 'maker.orders'() {
      const now = secondsOf(deps.clock.now());
      const options = { account: account(), now, checks };
      try {
        const snapshot = await feed.fresh();
        // Cancelled orders end at once, however long the feeds keep them.
        await checks.only(ownEntries(snapshot, options.account));
        return makerView(snapshot, options);
      } catch (error) {
        const last = feed.last();
        const known = last === undefined ? { orders: [] } : makerView(last, options);
        return { ...known, problem: failureOf(error) };
      }
    },
    async 'maker.cancel'({ digests }) {
      const snapshot = await feed.fresh();
      await checks.only(ownEntries(snapshot, account()));
      return { hash: await cancelOrders(own, { snapshot, account: account(), digests, checks }) };
    },
    async 'maker.cancelBefore'({ cutoff }) {
      // Without feeds, quotes on the current book are cancelled all the same.
      const snapshot = await feed.fresh().catch(() => feed.last());
      const options = { snapshot, account: account(), cutoff: unixSeconds(cutoff), checks };
      if (snapshot !== undefined) await checks.only(ownEntries(snapshot, options.account));
      return { hashes: await cancelBefore(own, options) };
    },
    'referrer.fees': () =>
      referrerView(deps.client, {
        account: account(),
        ownReferrer: deps.settings.services().referrer,
      }),
    'referrer.claim': async ({ book, token }) => ({
      hash: await claimFees(own, {
        account: account(),
        book: book as Address,
        token: token as Address,
      }),
    }),
  };
}
