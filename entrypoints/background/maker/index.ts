import type { Address, Hex } from 'viem';
import { isOrderBook } from '../../../shared/chain/chain-context.ts';
import { BOOK_R12, CHAIN_ID } from '../../../shared/chain/deployments.ts';
import type { ReferrerView } from '../../../shared/messages/market.ts';
import { encodeClaimFees } from '../../../shared/orders/maker-calls.ts';
import { RpcError } from '../../../shared/rpc/codes.ts';
import { secondsOf } from '../../../shared/units.ts';
import type { OwnTransactions } from '../approvals/sending/own-transactions.ts';
import { failureOf } from '../chain/failures.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { Commands, Feature } from '../kernel/feature.ts';
import type { Market } from '../orders/index.ts';
import type { Core } from '../procedures/index.ts';
import { ensureAccount } from '../vault/selected-account.ts';
import { cancelAll, ownEntries, ownQuotes } from './own-quotes.ts';
import { readReferrerFees } from './referrer-fees.ts';

/** Creates the commands for the account's own quotes and its fees as a referrer. */
export function createMaker({ client, own, platform, selected }: Core, { checks, feed }: Market) {
  const account = () => ensureAccount(selected());
  const now = () => secondsOf(platform.clock.now());
  const commands: Commands<'maker' | 'referrer'> = {
    async 'maker.quotes'() {
      const options = { account: account(), now: now(), checks };
      try {
        const snapshot = await feed.fresh();
        // The feeds may still list cancelled orders, so the chain is checked.
        await checks.only(ownEntries(snapshot, options.account));
        return ownQuotes(snapshot, options);
      } catch (error) {
        const last = feed.last();
        const known = last === undefined ? { rows: [] } : ownQuotes(last, options);
        return { ...known, problem: failureOf(error) };
      }
    },
    async 'maker.cancelAll'() {
      // Without feeds, quotes on the current book can still be cancelled.
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

/** Returns the fees that an account earned as a referrer. Rejects when the node doesn't respond. */
async function referrerView(client: Rpc, account: Address): Promise<ReferrerView> {
  const { splitBps, claimable } = await readReferrerFees(client, account);
  return {
    account,
    splitBps: Number(splitBps),
    claimable: claimable.map(({ book, token, amount }) => ({
      book,
      isCurrentBook: book === BOOK_R12,
      token: token.address,
      symbol: token.symbol,
      amount: amount.toString(),
      decimals: token.decimals,
    })),
  };
}

/** Requests the user's approval to withdraw the earnings in one token. */
export function claimFees(
  own: OwnTransactions,
  { account, book, token }: { account: Address; book: Address; token: Address },
): Promise<Hex> {
  if (!isOrderBook(book)) throw new RpcError('rejected');
  const data = encodeClaimFees(token);
  return own.call({ chainId: CHAIN_ID, account, to: book, data });
}
