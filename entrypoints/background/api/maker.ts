import type { Address } from 'viem';
import type { Clock } from '../../../shared/ports.ts';
import { secondsOf } from '../../../shared/units.ts';
import type { Rpc } from '../chain/rpc.ts';
import { claimFees, referrerView } from '../maker/fees.ts';
import { cancelAll, ownEntries, ownQuotes } from '../maker/own-quotes.ts';
import type { OrderChecks } from '../orders/checks.ts';
import type { OrdersFeed } from '../orders/feed.ts';
import type { OwnTransactions } from '../sending/own-transactions.ts';
import { ensureAccount } from './account.ts';
import { failureOf } from './failures.ts';
import type { Handlers } from './serve.ts';

type Topics = Extract<keyof Handlers, `maker.${string}` | `referrer.${string}`>;

/** The account's own quotes, and the fees that it earned as a referrer. */
export function makerHandlers(deps: {
  feed: OrdersFeed;
  checks: OrderChecks;
  own: OwnTransactions;
  client: Rpc;
  clock: Clock;
  account: () => string | undefined;
}): Pick<Handlers, Topics> {
  const { feed, own, checks, client } = deps;
  const account = () => ensureAccount(deps.account());
  const now = () => secondsOf(deps.clock.now());
  return {
    async 'maker.quotes'() {
      const options = { account: account(), now: now(), checks };
      try {
        const snapshot = await feed.fresh();
        // Cancelled orders end at once, however long the feeds keep them.
        await checks.only(ownEntries(snapshot, options.account));
        return ownQuotes(snapshot, options);
      } catch (error) {
        const last = feed.last();
        const known = last === undefined ? { rows: [] } : ownQuotes(last, options);
        return { ...known, problem: failureOf(error) };
      }
    },
    async 'maker.cancelAll'() {
      // Without feeds, quotes on the current book are cancelled all the same.
      const snapshot = await feed.fresh().catch(() => feed.last());
      const options = { snapshot, account: account(), now: now(), checks };
      if (snapshot !== undefined) await checks.only(ownEntries(snapshot, options.account));
      return { hashes: await cancelAll(own, options) };
    },
    'referrer.fees': () => referrerView(client, account()),
    'referrer.claim': async ({ book, token }) => ({
      hash: await claimFees(own, {
        account: account(),
        book: book as Address,
        token: token as Address,
      }),
    }),
  };
}
