import type { Contracts, Price8, TokenAmount } from '../units.ts';
import { tokenAmount } from '../units.ts';
import { type ProfitCurve, profitCurve } from './curve.ts';
import { feeCeiling, fillFee } from './fees.ts';
import type { Order } from './order.ts';
import { maxPayoff, requiredCollateral } from './payoff.ts';
import { premiumOf } from './sizing.ts';
import type { OptionTerms } from './terms.ts';

/** The taker's amounts for a fill of a given size, in base units of the collateral token. */
export interface FillQuote {
  readonly side: 'buy' | 'sell';
  readonly premium: TokenAmount;
  /** Included in the premium. */
  readonly fee: TokenAmount;
  /** False without an oracle price. `fee` is then the maximum. */
  readonly isFeeExact: boolean;
  /** The taker's net payment: a buyer's premium, or a seller's collateral less the net premium. */
  readonly pays: TokenAmount;
  /** A seller's premium less the fee; zero for a buyer. */
  readonly receives: TokenAmount;
  /** Collateral that the seller locks. The seller can be the maker or the taker. */
  readonly collateral: TokenAmount;
  /**
   * Required allowance for the book: a buyer's premium, or a seller's full collateral and one unit
   * more, because the contract's rounding isn't published. The balance only has to cover `pays`,
   * because a seller receives the premium first.
   */
  readonly allowance: TokenAmount;
  readonly maxPayoff: TokenAmount;
  readonly curve: ProfitCurve;
}

/** Computes the amounts for a fill of `contracts` of an order (reference sections 2.4 to 2.6). */
export function quoteFill(input: {
  readonly order: Pick<Order, 'price' | 'isLong'>;
  readonly terms: OptionTerms;
  readonly contracts: Contracts;
  /** Decimals of the collateral token. */
  readonly decimals: number;
  /** Price of the underlying from the order's oracle. A feed's price makes the fee inexact. */
  readonly spot: Price8 | undefined;
}): FillQuote {
  const { order, terms, contracts, decimals, spot } = input;
  const side = order.isLong ? 'sell' : 'buy';
  const premium = premiumOf(order.price, contracts);
  const { isQuoteCollateral } = terms.product;
  const exactFee = fillFee({ contracts, premium, isQuoteCollateral, spot });
  const fee = exactFee ?? feeCeiling(premium);
  const collateral = requiredCollateral({ terms, contracts });
  const receives = tokenAmount(side === 'sell' ? premium - fee : 0n);
  return {
    side,
    premium,
    fee,
    isFeeExact: exactFee !== undefined,
    pays: side === 'buy' ? premium : tokenAmount(collateral - receives),
    receives,
    collateral,
    allowance: side === 'buy' ? premium : tokenAmount(collateral + 1n),
    maxPayoff: maxPayoff({ terms, contracts }),
    curve: profitCurve({ terms, contracts, decimals, side, premium, fee }),
  };
}
