import { reserveWith } from '../chain/lending.ts';
import { isSameAddress } from '../is-same-address.ts';
import { type TokenAmount, tokenAmount } from '../units.ts';
import { type Funds, obtainable } from './conversion.ts';
import { feeCeiling } from './fees.ts';
import type { FillQuote } from './quote.ts';

/**
 * Units of receipts that a transfer can take from balance and allowance in addition to the amount:
 * two for each of the two transfers into which the book splits a premium.
 */
export const RECEIPT_SLACK = 4n;

/** Balance and allowance of the collateral with which a taker's fill succeeds. */
export interface FillNeeds {
  readonly balance: TokenAmount;
  /**
   * Balance for the highest fee. Used when money is converted first, because the price can change
   * before the fill.
   */
  readonly converted: TokenAmount;
  readonly allowance: TokenAmount;
}

export function fillNeeds(quote: FillQuote, collateral: string): FillNeeds {
  const receipt = reserveWith(collateral)?.receipt.address;
  const slack = receipt !== undefined && isSameAddress(receipt, collateral) ? RECEIPT_SLACK : 0n;
  const withSlack = (amount: bigint) => tokenAmount(amount > 0n ? amount + slack : 0n);
  const rise = quote.side === 'sell' ? feeCeiling(quote.premium) - quote.fee : 0n;
  return {
    balance: withSlack(quote.pays),
    converted: withSlack(quote.pays + (rise > 0n ? rise : 0n)),
    allowance: tokenAmount(quote.allowance + slack),
  };
}

/**
 * Returns the balance that a fill needs. If money must be converted and the account can get enough,
 * the balance covers the highest fee.
 */
export function conversionNeed(funds: Funds, { balance, converted }: FillNeeds): TokenAmount {
  const { wanted, have } = funds;
  const held = wanted === 'receipt' ? have.receipt : have.asset;
  return held < balance && obtainable(funds) >= converted ? converted : balance;
}
