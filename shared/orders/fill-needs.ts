import { reserveWith } from '../chain/lending.ts';
import { isSameAddress } from '../is-same-address.ts';
import { type TokenAmount, tokenAmount } from '../units.ts';
import type { FillQuote } from './quote.ts';

/**
 * Units that moving a receipt can take beyond the amount, from balance and allowance: two for each of
 * the two transfers into which the book splits a premium.
 */
const RECEIPT_SLACK = 4n;

/** Returns the balance and the allowance of the collateral with which a taker's fill succeeds. */
export function fillNeeds(
  quote: FillQuote,
  collateral: string,
): { readonly balance: TokenAmount; readonly allowance: TokenAmount } {
  const receipt = reserveWith(collateral)?.receipt.address;
  const slack = receipt !== undefined && isSameAddress(receipt, collateral) ? RECEIPT_SLACK : 0n;
  const own = quote.pays > 0n ? quote.pays : 0n;
  return {
    balance: tokenAmount(own === 0n ? 0n : own + slack),
    allowance: tokenAmount(quote.allowance + slack),
  };
}
