import type { Address } from 'viem';
import { secondsOf } from '../../../shared/units.ts';
import { failureOf } from '../chain/failures.ts';
import type { Market } from '../orders/index.ts';
import type { Core } from '../procedures/index.ts';
import type { Commands, Feature } from '../state/feature.ts';
import { ensureAccount } from '../vault/selected-account.ts';
import { claimFees, referrerView } from './fees.ts';
import { cancelAll, ownEntries, ownQuotes } from './own-quotes.ts';

/** The account's own quotes, and the fees that it earned as a referrer. */
export function createMaker({ client, own, platform, selected }: Core, { checks, feed }: Market) {
  const account = () => ensureAccount(selected());
  const now = () => secondsOf(platform.clock.now());
  const commands: Commands<'maker' | 'referrer'> = {
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
  return { commands } satisfies Feature;
}
