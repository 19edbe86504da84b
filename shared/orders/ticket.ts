import { type Contracts, contracts, type Price8, type TokenAmount, tokenAmount } from '../units.ts';
import { leverageHundredths, yieldBps } from './edge.ts';
import type { Order } from './order.ts';
import { type FillQuote, quoteFill } from './quote.ts';
import { contractsForCollateral, contractsForSpend, floorContracts } from './sizing.ts';
import type { OptionTerms } from './terms.ts';

/** What every figure of a ticket depends on. Amounts in base units of the collateral token. */
export interface Offer {
  readonly order: Pick<Order, 'price' | 'isLong'>;
  readonly terms: OptionTerms;
  /** Decimals of the collateral token. */
  readonly decimals: number;
  /** Price of the underlying for pictures and scenarios; undefined where it is not known. */
  readonly spot: Price8 | undefined;
  /** Its price by the order's own oracle, which the fee depends on; undefined where nobody read it. */
  readonly oraclePrice: Price8 | undefined;
}

/**
 * What was chosen: a number of contracts, or an amount of collateral token: the premium to spend for a
 * buyer, the collateral to lock for a seller.
 */
export type Size =
  | { readonly by: 'contracts'; readonly amount: bigint }
  | { readonly by: 'spend'; readonly amount: bigint };

export interface TicketFigures {
  readonly contracts: Contracts;
  /** The premium of a buyer, the collateral of a seller: what sizing by an amount counts. */
  readonly spend: TokenAmount;
  readonly quote: FillQuote;
  /** Most that the fill can cost: a seller of a payoff nobody has read risks all of the collateral. */
  readonly maxLoss: TokenAmount;
  /** See `leverageHundredths`. */
  readonly leverageHundredths: bigint | undefined;
  /** See `yieldBps`. */
  readonly yieldBps: bigint | undefined;
}

/** The contracts of a size, rounded down to a millionth: what they cost never exceeds what was typed. */
export function contractsOfSize({ order, terms, decimals }: Offer, size: Size): Contracts {
  if (size.by === 'contracts') return floorContracts(size.amount, decimals);
  const amount = tokenAmount(size.amount);
  if (!order.isLong) return contractsForSpend({ spend: amount, price: order.price, decimals });
  return contractsForCollateral({ collateral: amount, terms, decimals });
}

/** Every figure of a fill of this size; the same functions as the worker's own quote at the fill. */
export function ticketFigures(offer: Offer, size: Size): TicketFigures {
  const { order, terms } = offer;
  const count = contractsOfSize(offer, size);
  const quote = quoteFill({ ...offer, spot: offer.oraclePrice, contracts: count });
  const isSelling = order.isLong;
  return {
    contracts: count,
    spend: isSelling ? quote.collateral : quote.premium,
    quote,
    maxLoss:
      isSelling && !terms.product.isPayoffConfirmed
        ? tokenAmount(quote.collateral - quote.receives)
        : quote.curve.maxLoss,
    leverageHundredths: leverageHundredths(quote, terms),
    yieldBps: yieldBps(quote, terms),
  };
}

/** The most contracts that the maker's budget and the taker's balance allow together. */
export function largestSize(
  offer: Offer,
  limits: { readonly budget: Contracts; readonly balance: TokenAmount | undefined },
): Contracts {
  if (limits.balance === undefined) return limits.budget;
  const own = contractsOfSize(offer, { by: 'spend', amount: limits.balance });
  if (own < limits.budget) return own;
  return limits.budget;
}

/** A share of the largest size, in percent; rounded down to a millionth of a contract. */
export function shareOfSize(largest: Contracts, percent: bigint, decimals: number): Contracts {
  return floorContracts(contracts((largest * percent) / 100n), decimals);
}
