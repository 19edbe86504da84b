import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import { priceFeedAbi } from '../../../shared/chain/abi/price-feed.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import type { FillQuote } from '../../../shared/orders/quote.ts';
import { type Price8, price8, type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Token balance, and the book's allowance for it; base units of the collateral. */
export interface Means {
  readonly balance: TokenAmount;
  readonly allowance: TokenAmount;
}

/** Facts of a fill that only the chain knows. */
export interface FillFacts {
  /** Used amount of the maker's budget, by nonce; all ones when cancelled. */
  readonly filled: bigint;
  /**
   * Orders of the maker that expire before this second are cancelled; 0 where the book has no
   * cutoff.
   */
  readonly cutoff: bigint;
  readonly taker: Means;
  readonly maker: Means;
  /**
   * The underlying's price by the order's oracle, which sets the book's fee; undefined when the
   * oracle doesn't respond.
   */
  readonly oraclePrice: Price8 | undefined;
}

/**
 * Reads used budget, balances and allowances of both sides and the oracle's price, in one block.
 * Rejects when the node fails.
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

/** Only the oracle can be missing: the other answers are required. */
function required(
  answer:
    | { readonly status: 'success'; readonly result: bigint }
    | { readonly status: 'failure'; readonly error: Error },
): bigint {
  if (answer.status === 'failure') throw answer.error;
  return answer.result;
}

/**
 * Returns the amounts that the fill takes from each side (reference 2.5, step 7). The seller gets
 * the premium before the collateral is taken, so its balance can be smaller than the allowance.
 */
export function needsOf(quote: FillQuote): { readonly taker: Means; readonly maker: Means } {
  const { premium, fee, collateral } = quote;
  const buyer: Means = { balance: premium, allowance: premium };
  const own = collateral - (premium - fee);
  const seller: Means = { balance: tokenAmount(own > 0n ? own : 0n), allowance: collateral };
  return quote.side === 'buy' ? { taker: buyer, maker: seller } : { taker: seller, maker: buyer };
}

/** Returns the sides whose balance or allowance is too small. */
export function whoLacks(
  what: keyof Means,
  facts: FillFacts,
  quote: FillQuote,
): readonly ('taker' | 'maker')[] {
  const needs = needsOf(quote);
  return (['taker', 'maker'] as const).filter((side) => facts[side][what] < needs[side][what]);
}
