import { type Address, encodeFunctionData, type Hex } from 'viem';
import type { Requester } from '../../../shared/approvals/types.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { CHAIN_ID } from '../../../shared/chain/deployments.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import { verifyOrder } from '../../../shared/orders/verify.ts';
import type { Random, Wait } from '../../../shared/ports.ts';
import type { Contracts, UnixSeconds } from '../../../shared/units.ts';
import type { Transactions } from '../approvals/transactions.ts';
import { readContract, waitForReceipt } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { OrdersFeed } from './feed.ts';
import { pickEntry, TicketError } from './pick.ts';
import { validSize } from './valid-size.ts';

/** The wallet's own pages ask through the queue that every site uses. */
const OWN: Requester = { origin: 'condor', own: true };

/**
 * Fills an order from the popup: fresh and verified order, the size that the book takes, exact
 * allowance where one is missing, then the fill; between the two transactions the feed is read again.
 * Each transaction passes the approval queue. The order goes through verbatim.
 *
 * @throws TicketError, FeedError, and what the queue and the chain throw
 */
export async function fillOrder(options: {
  feed: OrdersFeed;
  client: Rpc;
  transactions: Transactions;
  random: Random;
  now: () => UnixSeconds;
  wait: Wait;
  account: Address;
  digest: string;
  numContracts: Contracts;
  referrer: Address;
}): Promise<Hex> {
  const { feed, client, transactions, account, digest } = options;
  const snapshot = await feed.refresh();
  const entry = pickEntry(feed, snapshot, digest);
  const { order, signature, optionBookAddress } = entry;
  // Before any allowance: a book that is not pinned must not get one.
  requireVerified(entry, options.now());
  const { terms, collateral, asset } = describeOrder(order);
  if (terms === undefined || collateral === undefined || asset === undefined) {
    throw new TicketError('unknown-product', 'Condor does not know this product.');
  }
  const { decimals } = collateral;
  const numContracts = await validSize(client, entry, { wanted: options.numContracts, decimals });
  if (numContracts === 0n) {
    throw new TicketError('too-small', 'The order book does not take a size as small as this.');
  }
  const spot = snapshot.feed.marketData[asset];
  const quote = quoteFill({ order, terms, contracts: numContracts, decimals, spot });
  const ask = (to: Address, data: Hex) =>
    transactions.ask({
      requester: OWN,
      requestKey: `own:${toBase64url(options.random.bytes(16))}`,
      chainId: CHAIN_ID,
      account,
      transaction: { to, data, value: '0x0' },
    });
  const allowance = await readContract(client, {
    address: order.collateral,
    abi: erc20Abi,
    functionName: 'allowance',
    args: [account, optionBookAddress],
  });
  if (allowance < quote.allowance) {
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'approve',
      args: [optionBookAddress, quote.allowance],
    });
    const hash = await ask(order.collateral, data);
    if (!(await waitForReceipt(client, options.wait, hash))) {
      throw new TicketError('approval-failed', 'The approval was reverted. Nothing was filled.');
    }
    // Quotes live two minutes, and a prompt takes as long as the user does.
    pickEntry(feed, await feed.refresh(), digest);
  }
  const { referrer } = options;
  return ask(optionBookAddress, encodeFill({ order, signature, referrer, numContracts }));
}

function requireVerified(entry: FeedEntry, now: UnixSeconds): void {
  const failed = verifyOrder(entry, { now }).checks.find(({ status }) => status === 'failed');
  if (failed === undefined) return;
  throw new TicketError(
    'order-refused',
    'A check that protects your money failed, so Condor does not fill this order.',
    { details: { check: failed.check } },
  );
}
