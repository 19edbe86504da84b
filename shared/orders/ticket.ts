import { type Contracts, contracts, type Price8, type TokenAmount, tokenAmount } from '../units.ts';
import { maxReturnHundredths, yieldBps } from './edge.ts';
import type { Order } from './order.ts';
import { type FillQuote, quoteFill } from './quote.ts';
import { contractsForCollateral, contractsForSpend, floorContracts } from './sizing.ts';
import type { OptionTerms } from './terms.ts';

/** Input of every figure in a ticket. Amounts in base units of the collateral token. */
export interface TicketInput {
  readonly order: Pick<Order, 'price' | 'isLong'>;
  readonly terms: OptionTerms;
  /** Decimals of the collateral token. */
  readonly decimals: number;
  /** Price of the underlying for pictures and scenarios; undefined when unknown. */
  readonly spot: Price8 | undefined;
  /** Price from the order's own oracle, on which the fee depends; undefined when unread. */
  readonly oraclePrice: Price8 | undefined;
}

/**
 * The chosen size: a number of contracts, or an amount of tokens (a buyer's premium or a seller's
 * collateral).
 */
export type Size =
  | { readonly by: 'contracts'; readonly amount: bigint }
  | { readonly by: 'spend'; readonly amount: bigint };

export interface TicketFigures {
  readonly contracts: Contracts;
  /** A buyer's premium or a seller's collateral, by which a size can be entered. */
  readonly spend: TokenAmount;
  readonly quote: FillQuote;
  /** Maximum payoff per unit of premium, in hundredths; see `maxReturnHundredths` in edge.ts. */
  readonly maxReturnHundredths: bigint | undefined;
  /** A seller's net premium in basis points of the collateral; see `yieldBps` in edge.ts. */
  readonly yieldBps: bigint | undefined;
}

/**
 * Returns the number of contracts for a size. Rounds down to a millionth, so the contracts never
 * cost more than the entered amount.
 */
export function contractsOfSize({ order, terms, decimals }: TicketInput, size: Size): Contracts {
  if (size.by === 'contracts') return floorContracts(size.amount, decimals);
  const amount = tokenAmount(size.amount);
  if (!order.isLong) return contractsForSpend({ spend: amount, price: order.price, decimals });
  return contractsForCollateral({ collateral: amount, terms, decimals });
}

/** Returns every figure of a fill of this size. The worker's quote uses the same functions. */
export function ticketFigures(offer: TicketInput, size: Size): TicketFigures {
  const { order, terms } = offer;
  const count = contractsOfSize(offer, size);
  const quote = quoteFill({ ...offer, spot: offer.oraclePrice, contracts: count });
  const isSelling = order.isLong;
  return {
    contracts: count,
    spend: isSelling ? quote.collateral : quote.premium,
    quote,
    maxReturnHundredths: maxReturnHundredths(quote, terms),
    yieldBps: yieldBps(quote, terms),
  };
}

/**
 * Returns the maximum number of contracts that the maker's budget and the taker's balance allow.
 */
export function largestSize(
  offer: TicketInput,
  limits: { readonly budget: Contracts; readonly balance: TokenAmount | undefined },
): Contracts {
  if (limits.balance === undefined) return limits.budget;
  const own = contractsOfSize(offer, { by: 'spend', amount: limits.balance });
  if (own < limits.budget) return own;
  return limits.budget;
}

/** Returns a percentage of the largest size, rounded down to a millionth of a contract. */
export function shareOfSize(largest: Contracts, percent: bigint, decimals: number): Contracts {
  return floorContracts(contracts((largest * percent) / 100n), decimals);
}
