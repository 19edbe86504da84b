import { tokenAt } from '../chain/tokens.ts';
import { feeCeiling, fillFee } from '../orders/fees.ts';
import type { MarketVolatility } from '../orders/market-volatility.ts';
import { buyerPayoff } from '../orders/payoff.ts';
import { makersValue, modelValue, yearsBetween } from '../orders/price.ts';
import { floorDivide } from '../orders/rounding.ts';
import { type OptionTerms, termsOf } from '../orders/terms.ts';
import {
  ONE_8,
  type Price8,
  type TokenAmount,
  tokenAmount,
  toNumber8,
  type UnixSeconds,
  type Usd8,
  usd8,
} from '../units.ts';
import { costAtEntry } from './cost.ts';
import type { ClosingSource } from './position-view.ts';
import { productOfPosition } from './product-of-position.ts';
import type { PositionRecord } from './record.ts';

export type Side = 'buyer' | 'seller';

export type OptionStatus =
  | 'active'
  | 'expired-awaiting-settlement'
  | 'settled-itm'
  | 'settled-otm'
  | 'closed';

/** A side's profit at some value of the option. Members whose price is missing are undefined. */
export interface Profit {
  /** The buyer's claim, in base units of the collateral token. */
  readonly value: TokenAmount;
  /** Undefined when the cost isn't known. */
  readonly profit: TokenAmount | undefined;
  readonly valueUsd: Usd8 | undefined;
  readonly profitUsd: Usd8 | undefined;
  /** Base of the profit's percentage in dollars: a buyer's premium, a seller's collateral. */
  readonly stakeUsd: Usd8 | undefined;
  /** Basis points of a buyer's premium or a seller's collateral, rounded down. */
  readonly profitBps: bigint | undefined;
}

export interface PositionValue {
  readonly status: OptionStatus;
  /**
   * The payout of a settled option, or the payoff of an open one at the current spot price.
   * Undefined when the product or the price is unknown, and after a bilateral close: no event
   * contains its terms.
   */
  readonly realized: Profit | undefined;
  readonly intrinsic: Profit | undefined;
  /**
   * A buyer's proceeds after the fee, or a seller's cost including the fee, if the open side is
   * closed now. Computed from a live quote or the makers' volatilities.
   */
  readonly model: Profit | undefined;
  /** The value between the makers' bid and ask, without a fee. */
  readonly mark: TokenAmount | undefined;
  /** Source of the price in `model`. */
  readonly closesBy: ClosingSource | undefined;
}

/** A quote is ignored if it differs from the model's price by more than this factor. */
const MAX_QUOTE_FACTOR = 2n;

/** Returns an option's status at a time. An open option may have expired since its last event. */
export function optionStatus(position: PositionRecord, now: UnixSeconds): OptionStatus {
  if (position.status === 'closed') return 'closed';
  if (position.status === 'settled')
    return (position.settlement?.payoutBuyer ?? 0n) > 0n ? 'settled-itm' : 'settled-otm';
  return position.expiry > now ? 'active' : 'expired-awaiting-settlement';
}

export function valuePosition(input: {
  readonly position: PositionRecord;
  readonly side: Side;
  readonly now: UnixSeconds;
  readonly spot?: Price8 | undefined;
  readonly market?: ClosingMarket | undefined;
  /** The best quote or offer for closing the whole side: a bid for the buyer. */
  readonly quoted?: ClosingQuote | undefined;
  /** Cost or proceeds of a received side; by default the first trade's premium. */
  readonly cost?: TokenAmount | 'unknown' | undefined;
  /** The option's collateral, which a running option's value can't exceed. */
  readonly most?: TokenAmount | undefined;
}): PositionValue {
  const { position, side, now, spot, most, cost } = input;
  const status = optionStatus(position, now);
  const nothing = {
    status,
    realized: undefined,
    intrinsic: undefined,
    model: undefined,
    mark: undefined,
    closesBy: undefined,
  };
  if (status === 'closed' || position.status === 'pending_init') return nothing;
  const terms = termsOfPosition(position);
  if (position.status === 'settled') {
    const value = settledValue(position, terms);
    const price = position.settlement?.settlementPrice;
    return { ...nothing, realized: profitOf(position, { side, value, price, terms, cost }) };
  }
  if (terms === undefined || spot === undefined) return nothing;
  const { numContracts } = position;
  const intrinsic = capped(
    buyerPayoff({ terms, contracts: numContracts, settlementPrice: spot }),
    most,
  );
  const closing = closingOf(position, { ...input, terms, spot });
  const model = closing && capped(closing.value, most);
  return {
    ...nothing,
    intrinsic: profitOf(position, { side, value: intrinsic, price: spot, terms, cost }),
    model: profitOf(position, { side, value: model, price: spot, terms, cost }),
    mark: closing?.mark && capped(closing.mark, most),
    closesBy: closing?.by,
  };
}

/** Premium of a quote or an offer for all contracts, before the fee. */
export interface ClosingQuote {
  readonly premium: TokenAmount;
  readonly by: 'quote' | 'offer';
}

export type ClosingMarket = Pick<MarketVolatility, 'middle' | 'halfSpread' | 'isSpreadAssumed'>;

/**
 * Returns the price of a running side if it is closed now: a buyer's proceeds after the fee, or a
 * seller's cost including the fee. Undefined without a quote.
 */
function closingOf(
  position: PositionRecord,
  input: {
    readonly side: Side;
    readonly now: UnixSeconds;
    readonly market?: ClosingMarket | undefined;
    readonly quoted?: ClosingQuote | undefined;
    readonly terms: OptionTerms;
    readonly spot: Price8;
  },
): { value: TokenAmount; mark: TokenAmount | undefined; by: ClosingSource } | undefined {
  const { side, market, terms, spot } = input;
  const { numContracts: contracts } = position;
  const years = yearsBetween(input.now, position.expiry);
  const priced = (dollars: number) => modelWorth(position, { terms, spot, dollars });
  const isKnown = market !== undefined && spot > 0n;
  const at = { spot: toNumber8(spot), years };
  const bySide = isKnown
    ? priced(makersValue(terms, at, market, side === 'buyer' ? 'bid' : 'ask'))
    : undefined;
  const mark = isKnown ? priced(modelValue(terms, at.spot, years, market.middle)) : undefined;
  const isQuoteNear = (found: ClosingQuote) =>
    bySide === undefined || isNear(found.premium, bySide);
  const quoted = input.quoted && isQuoteNear(input.quoted) ? input.quoted : undefined;
  const premium = quoted?.premium ?? bySide;
  if (premium === undefined) return undefined;
  const by = quoted?.by ?? (market?.isSpreadAssumed === true ? 'assumedSpread' : 'makers');
  if (side === 'seller') return { value: premium, mark, by };
  const { isQuoteCollateral } = terms.product;
  const fee = fillFee({ contracts, premium, isQuoteCollateral, spot }) ?? feeCeiling(premium);
  return { value: tokenAmount(premium - fee), mark, by };
}

const isNear = (one: bigint, other: bigint) =>
  one <= other * MAX_QUOTE_FACTOR && other <= one * MAX_QUOTE_FACTOR;

/**
 * Returns the profit of a side that a maker took over.
 * @param value a buyer's proceeds or a seller's cost, in base units
 */
export function closedWorth(
  position: PositionRecord,
  side: Side,
  value: TokenAmount,
  cost: TokenAmount | 'unknown' | undefined,
): Profit | undefined {
  const terms = termsOfPosition(position);
  return profitOf(position, { side, value, price: undefined, terms, cost });
}

function capped(value: TokenAmount, most: TokenAmount | undefined): TokenAmount {
  return most !== undefined && most < value ? most : value;
}

/** Returns the terms of a position's option; undefined for unknown implementations. */
export function termsOfPosition(position: PositionRecord): OptionTerms | undefined {
  const product = productOfPosition(position);
  return product && termsOf(product.name, position.strikes);
}

/**
 * Returns the buyer's payout. A physical option pays its whole collateral for the delivery, so the
 * payout is the value of exercising at the settlement price.
 */
function settledValue(
  { settlement, numContracts }: PositionRecord,
  terms: OptionTerms | undefined,
): TokenAmount | undefined {
  const paid = settlement?.payoutBuyer;
  if (!terms?.product.isPhysical || paid === undefined || paid === 0n) return paid;
  const settlementPrice = settlement?.settlementPrice;
  return settlementPrice === undefined
    ? undefined
    : buyerPayoff({ terms, contracts: numContracts, settlementPrice });
}

/** Returns the profit of a side. Premium and fee were paid at the fill. */
function profitOf(
  position: PositionRecord,
  input: {
    readonly side: Side;
    readonly value: TokenAmount | undefined;
    readonly price: Price8 | undefined;
    readonly terms: OptionTerms | undefined;
    readonly cost: TokenAmount | 'unknown' | undefined;
  },
): Profit | undefined {
  const { side, value } = input;
  if (value === undefined) return undefined;
  const { collateralAmount, entryPremium: premium, entryFeePaid: fee } = position;
  const paid = costAtEntry({ side, premium, fee, cost: input.cost });
  const stake = side === 'seller' ? collateralAmount : paid;
  if (paid === undefined || stake === undefined) {
    return {
      value,
      profit: undefined,
      valueUsd: dollarsOf(position, value, input),
      profitUsd: undefined,
      stakeUsd: stake && dollarsOf(position, stake, input),
      profitBps: undefined,
    };
  }
  const profit = tokenAmount(side === 'buyer' ? value - paid : paid - value);
  return {
    value,
    profit,
    valueUsd: dollarsOf(position, value, input),
    profitUsd: dollarsOf(position, profit, input),
    stakeUsd: dollarsOf(position, stake, input),
    profitBps: stake > 0n ? floorDivide(profit * 10_000n, stake) : undefined,
  };
}

/**
 * Returns an amount in dollars: dollar tokens count 1:1, other tokens at the price. Undefined for
 * an unknown token or product.
 */
function dollarsOf(
  { collateralToken }: PositionRecord,
  amount: TokenAmount,
  { price, terms }: { readonly price: Price8 | undefined; readonly terms: OptionTerms | undefined },
): Usd8 | undefined {
  const token = tokenAt(collateralToken);
  if (token === undefined || terms === undefined) return undefined;
  const tokenPrice = terms.product.isQuoteCollateral ? ONE_8 : price;
  if (tokenPrice === undefined) return undefined;
  return usd8(floorDivide(amount * tokenPrice, 10n ** BigInt(token.decimals)));
}

/**
 * Converts the model's dollars per contract to collateral units. Plain numbers are allowed for an
 * estimate.
 */
function modelWorth(
  { numContracts }: PositionRecord,
  input: { readonly terms: OptionTerms; readonly spot: Price8; readonly dollars: number },
): TokenAmount {
  const { terms, spot, dollars } = input;
  const perContract = BigInt(Math.round(dollars * Number(ONE_8)));
  const tokenPrice = terms.product.isQuoteCollateral ? ONE_8 : spot;
  return tokenAmount(floorDivide(numContracts * perContract, tokenPrice));
}
