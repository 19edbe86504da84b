import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { formatAmount, formatPrice } from '../../../shared/format.ts';
import type { TicketView } from '../../../shared/messages/market.ts';
import { describeOrder } from '../../../shared/orders/describe.ts';
import type { FeedEntry } from '../../../shared/orders/parse-feed.ts';
import { pictureOf } from '../../../shared/orders/picture.ts';
import { quoteFill } from '../../../shared/orders/quote.ts';
import {
  budgetLeft,
  contractsForBudget,
  contractsForSpend,
  floorContracts,
} from '../../../shared/orders/sizing.ts';
import { type Contracts, contracts, tokenAmount, type UnixSeconds } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';
import type { OrdersFeed } from './feed.ts';
import { pickEntry, TicketError } from './pick.ts';
import { orderRow } from './rows.ts';

/** What was chosen: a number of contracts, a spend of premium, or nothing yet (base units). */
export type TicketSize = { contracts?: bigint; spend?: bigint };

/** Every figure of a fill of this size, with what stands in its way. */
export async function ticketFor(options: {
  feed: OrdersFeed;
  client: Rpc;
  account: Address;
  digest: string;
  size: TicketSize;
  now: UnixSeconds;
}): Promise<TicketView> {
  const { feed, client, account, digest } = options;
  const snapshot = await feed.fresh();
  const entry = pickEntry(feed, snapshot, digest);
  const { order } = entry;
  const description = describeOrder(order);
  const { terms, collateral, asset } = description;
  const { marketData } = snapshot.feed;
  const row = orderRow(digest, entry, marketData, options.now);
  if (terms === undefined || collateral === undefined || asset === undefined || row === undefined) {
    throw new TicketError('unknown-product', 'Condor does not know this product.');
  }
  const { decimals, symbol } = collateral;
  const chain = await readAccount(client, account, entry);
  const max = contractsForBudget({
    left: budgetLeft(order.maxCollateralUsable, chain.filled),
    isMakerLong: order.isLong,
    price: order.price,
    terms,
    decimals,
  });
  const chosen = chosenSize(options.size, { entry, decimals, max });
  const spot = marketData[asset];
  const quote = quoteFill({ order, terms, contracts: chosen, decimals, spot });
  const money = (value: bigint) => `${formatAmount(value, decimals)} ${symbol}`;
  const obstacles = [
    ...(chosen === 0n ? ['Choose a size.'] : []),
    ...(chosen > max ? ['The maker’s budget does not reach that far.'] : []),
    ...(quote.pays > chain.balance
      ? [`You hold ${money(chain.balance)} and need ${money(quote.pays)}.`]
      : []),
  ];
  return {
    digest,
    row,
    contracts: chosen.toString(),
    contractsText: formatAmount(chosen, decimals),
    maxContracts: max.toString(),
    decimals,
    premium: money(quote.premium),
    fee: money(quote.fee),
    ...(quote.side === 'sell' ? { collateral: money(quote.collateral) } : {}),
    maxProfit: money(quote.curve.maxProfit),
    maxLoss: money(quote.curve.maxLoss),
    breakEvens: quote.curve.breakEvens.map(formatPrice),
    balance: money(chain.balance),
    needsApproval: chain.allowance < quote.allowance,
    obstacles,
    picture: pictureOf({ quote, description, asset, spot }),
  };
}

/** Without a choice the ticket starts at one contract, or at the most that the budget allows. */
function chosenSize(
  size: TicketSize,
  limits: { entry: FeedEntry; decimals: number; max: Contracts },
): Contracts {
  const { decimals, max } = limits;
  if (size.contracts !== undefined) return floorContracts(size.contracts, decimals);
  if (size.spend !== undefined) {
    const spend = tokenAmount(size.spend);
    return contractsForSpend({ spend, price: limits.entry.order.price, decimals });
  }
  const one = contracts(10n ** BigInt(decimals));
  if (max < one) return max;
  return one;
}

async function readAccount(client: Rpc, account: Address, entry: FeedEntry) {
  const token = { address: entry.order.collateral, abi: erc20Abi } as const;
  const [filled, allowance, balance] = await multicall(client, {
    allowFailure: false,
    contracts: [
      {
        address: entry.optionBookAddress,
        abi: optionBookAbi,
        functionName: 'amountFilled',
        args: [entry.nonce],
      },
      { ...token, functionName: 'allowance', args: [account, entry.optionBookAddress] },
      { ...token, functionName: 'balanceOf', args: [account] },
    ],
  });
  return { filled, allowance, balance };
}
