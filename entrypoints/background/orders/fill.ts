import { type Address, encodeFunctionData, type Hex } from 'viem';
import { readContract, waitForTransactionReceipt } from 'viem/actions';
import type { Requester } from '../../../shared/approvals/types.ts';
import { toBase64url } from '../../../shared/bytes.ts';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { encodeFill } from '../../../shared/orders/calldata.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import type { Random } from '../../../shared/ports.ts';
import type { Contracts } from '../../../shared/units.ts';
import type { Transactions } from '../approvals/transactions.ts';
import type { ChainClient } from '../chain/client.ts';
import type { OrdersFeed } from './feed.ts';
import { quoteGone, TicketError } from './ticket.ts';

/** The wallet's own pages ask through the queue that every site uses. */
const OWN: Requester = { origin: 'condor', own: true };

/**
 * Fills an order from the popup: fresh order, exact allowance where one is missing, then the fill.
 * Each transaction passes the approval queue. The order goes through verbatim.
 */
export async function fillOrder(options: {
  feed: OrdersFeed;
  client: ChainClient;
  transactions: Transactions;
  random: Random;
  account: Address;
  digest: string;
  numContracts: Contracts;
  referrer: Address;
}): Promise<Hex> {
  const { feed, client, transactions, account, numContracts } = options;
  const snapshot = await feed.refresh();
  const entry = snapshot.byDigest.get(options.digest);
  if (entry === undefined) throw quoteGone();
  const { order, optionBookAddress } = entry;
  const { terms, collateral, asset } = describeOrder(order);
  if (terms === undefined || collateral === undefined || asset === undefined) {
    throw new TicketError('unknown-product', 'Condor does not know this product.');
  }
  const quote = quoteFill({
    order,
    terms,
    contracts: numContracts,
    decimals: collateral.decimals,
    spot: snapshot.feed.marketData[asset],
  });
  const ask = (to: Address, data: Hex) =>
    transactions.ask({
      requester: OWN,
      requestKey: `own:${toBase64url(options.random.bytes(16))}`,
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
    const hash = await ask(
      order.collateral,
      encodeFunctionData({
        abi: erc20Abi,
        functionName: 'approve',
        args: [optionBookAddress, quote.allowance],
      }),
    );
    const { status } = await waitForTransactionReceipt(client, { hash, pollingInterval: 500 });
    if (status !== 'success') {
      throw new TicketError('approval-failed', 'The approval was reverted. Nothing was filled.');
    }
  }
  const { signature } = entry;
  const data = encodeFill({ order, signature, referrer: options.referrer, numContracts });
  return ask(optionBookAddress, data);
}
