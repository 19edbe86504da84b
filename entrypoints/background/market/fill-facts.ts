import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { priceFeedAbi } from '../../../shared/chain/abi/price-feed.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import type { FillQuote } from '../../../shared/orders/quote.ts';
import { type Price8, price8, type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Token balance and allowance for the book, in base units of the collateral. */
export interface Means {
  readonly balance: TokenAmount;
  readonly allowance: TokenAmount;
}

/** Facts about a fill that only the chain reports. */
export interface FillFacts {
  /** Used amount of the maker's budget for this nonce; all bits set when cancelled. */
  readonly filled: bigint;
  /**
   * Unix seconds: orders of the maker that expire earlier are cancelled. 0 for a book without a
   * cutoff.
   */
  readonly cutoff: bigint;
  readonly taker: Means;
  readonly maker: Means;
  /**
   * The underlying's price from the order's oracle. The book's fee depends on this price. Undefined
   * when the oracle doesn't respond.
   */
  readonly oraclePrice: Price8 | undefined;
}

/**
 * Reads the used budget, balances and allowances of both sides, and the oracle's price, all in one
 * block. Rejects when the node fails.
 */
export async function readFillFacts(
  client: Rpc,
  account: Address,
  { order, nonce, optionBookAddress }: Pick<SignedOrder, 'order' | 'nonce' | 'optionBookAddress'>,
): Promise<FillFacts> {
  const token = { address: order.collateral, abi: erc20Abi } as const;
  const book = { address: optionBookAddress, abi: optionBookAbi } as const;
  const [filled, cutoff, allowance, balance, makerAllowance, makerBalance, round] = await multicall(
    client,
    {
      contracts: [
        { ...book, functionName: 'amountFilled', args: [nonce] },
        { ...book, functionName: 'makerCancellationCutoff', args: [order.maker] },
        { ...token, functionName: 'allowance', args: [account, optionBookAddress] },
        { ...token, functionName: 'balanceOf', args: [account] },
        { ...token, functionName: 'allowance', args: [order.maker, optionBookAddress] },
        { ...token, functionName: 'balanceOf', args: [order.maker] },
        { address: order.priceFeed, abi: priceFeedAbi, functionName: 'latestRoundData' },
      ],
    },
  );
  const price = round.result?.[1];
  return {
    filled: required(filled),
    // Books before r12 have no cutoff.
    cutoff: cutoff.result ?? 0n,
    taker: { balance: tokenAmount(required(balance)), allowance: tokenAmount(required(allowance)) },
    maker: {
      balance: tokenAmount(required(makerBalance)),
      allowance: tokenAmount(required(makerAllowance)),
    },
    oraclePrice: price === undefined || price <= 0n ? undefined : price8(price),
  };
}

/** Returns the result. Throws for a failed read; only the oracle's read may fail. */
function required(
  answer:
    | { readonly status: 'success'; readonly result: bigint }
    | { readonly status: 'failure'; readonly error: Error },
): bigint {
  if (answer.status === 'failure') throw answer.error;
  return answer.result;
}

/**
 * Returns the amounts that the fill takes from each side (options-protocol.md, section 2.5, step
 * 7). The seller gets the premium before paying the collateral, so the seller's balance may be
 * lower than the allowance.
 */
export function needsOf(quote: FillQuote): { readonly taker: Means; readonly maker: Means } {
  const { premium, fee, collateral } = quote;
  const buyer: Means = { balance: premium, allowance: premium };
  const own = collateral - (premium - fee);
  const seller: Means = { balance: tokenAmount(own > 0n ? own : 0n), allowance: collateral };
  return quote.side === 'buy' ? { taker: buyer, maker: seller } : { taker: seller, maker: buyer };
}

export function whoLacks(
  what: keyof Means,
  facts: FillFacts,
  quote: FillQuote,
): readonly ('taker' | 'maker')[] {
  const needs = needsOf(quote);
  return (['taker', 'maker'] as const).filter((side) => facts[side][what] < needs[side][what]);
}
