import type { Contracts, Price8, TokenAmount } from '../units.ts';
import { tokenAmount } from '../units.ts';
import { type ProfitCurve, profitCurve } from './curve.ts';
import { feeCeiling, fillFee } from './fees.ts';
import type { Order } from './order.ts';
import { maxPayoff, requiredCollateral } from './payoff.ts';
import { premiumOf } from './sizing.ts';
import type { OptionTerms } from './terms.ts';

/** The effect of a fill's size for the taker; amounts in base units of the collateral token. */
export interface FillQuote {
  readonly side: 'buy' | 'sell';
  readonly premium: TokenAmount;
  /** Included in the premium. */
  readonly fee: TokenAmount;
  /** False without an oracle price: `fee` is then its maximum. */
  readonly isFeeExact: boolean;
  /** The taker's net payment: the premium, or the collateral less the net premium. */
  readonly pays: TokenAmount;
  /** Premium less fee for a seller; zero for a buyer. */
  readonly receives: TokenAmount;
  /** Locked by the seller, maker or taker. */
  readonly collateral: TokenAmount;
  /**
   * Required allowance of the book: the premium, or the full collateral plus one unit, because the
   * contract's rounding isn't public. The balance only needs `pays`: a seller receives the premium
   * first.
   */
  readonly allowance: TokenAmount;
  readonly maxPayoff: TokenAmount;
  readonly curve: ProfitCurve;
}

/** Quotes a fill of `contracts` of an order (reference sections 2.4 to 2.6). */
export function quoteFill(input: {
  readonly order: Pick<Order, 'price' | 'isLong'>;
  readonly terms: OptionTerms;
  readonly contracts: Contracts;
  /** Decimals of the collateral token. */
  readonly decimals: number;
  /** Price of the underlying by the order's own oracle; with a feed's price the fee isn't exact. */
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
