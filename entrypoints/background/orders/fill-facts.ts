import type { Address } from 'viem';
import { erc20Abi } from '../../../shared/chain/abi/erc20.ts';
import { optionBookAbi } from '../../../shared/chain/abi/option-book.ts';
import type { SignedOrder } from '../../../shared/orders/order.ts';
import type { FillQuote } from '../../../shared/orders/quote.ts';
import { type TokenAmount, tokenAmount } from '../../../shared/units.ts';
import { multicall } from '../chain/reads.ts';
import type { Rpc } from '../chain/rpc.ts';

/** Tokens that somebody holds, and how many of them the book may take; base units of the collateral. */
export interface Means {
  readonly balance: TokenAmount;
  readonly allowance: TokenAmount;
}

/** What only the chain knows of a fill. */
export interface FillFacts {
  /** Used of the maker's budget, by nonce; all ones when cancelled. */
  readonly filled: bigint;
  readonly taker: Means;
  readonly maker: Means;
}

/** Budget used, balances and allowances of both sides, on one block. Rejects when the node is away. */
export async function readFillFacts(
  client: Rpc,
  account: Address,
  { order, nonce, optionBookAddress }: Pick<SignedOrder, 'order' | 'nonce' | 'optionBookAddress'>,
): Promise<FillFacts> {
  const token = { address: order.collateral, abi: erc20Abi } as const;
  const [filled, allowance, balance, makerAllowance, makerBalance] = await multicall(client, {
    allowFailure: false,
    contracts: [
      {
        address: optionBookAddress,
        abi: optionBookAbi,
        functionName: 'amountFilled',
        args: [nonce],
      },
      { ...token, functionName: 'allowance', args: [account, optionBookAddress] },
      { ...token, functionName: 'balanceOf', args: [account] },
      { ...token, functionName: 'allowance', args: [order.maker, optionBookAddress] },
      { ...token, functionName: 'balanceOf', args: [order.maker] },
    ],
  });
  return {
    filled,
    taker: { balance: tokenAmount(balance), allowance: tokenAmount(allowance) },
    maker: { balance: tokenAmount(makerBalance), allowance: tokenAmount(makerAllowance) },
  };
}

/**
 * What the fill takes of each side (reference 2.5, step 7). Whoever sells has the premium before the
 * collateral is taken, so the balance may be smaller than the allowance.
 */
export function needsOf(quote: FillQuote): { readonly taker: Means; readonly maker: Means } {
  const { premium, fee, collateral } = quote;
  const buyer: Means = { balance: premium, allowance: premium };
  const own = collateral - (premium - fee);
  const seller: Means = { balance: tokenAmount(own > 0n ? own : 0n), allowance: collateral };
  return quote.side === 'buy' ? { taker: buyer, maker: seller } : { taker: seller, maker: buyer };
}

/** Which sides' balance or allowance does not reach. */
export function whoLacks(
  what: keyof Means,
  facts: FillFacts,
  quote: FillQuote,
): readonly ('taker' | 'maker')[] {
  const needs = needsOf(quote);
  return (['taker', 'maker'] as const).filter((side) => facts[side][what] < needs[side][what]);
}
