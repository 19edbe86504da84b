import type { Address } from 'viem';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { DangerFact } from '../../../../shared/approvals/facts/dangers.ts';
import { valueBounds } from '../../../../shared/desk/value-bounds.ts';
import { MIN_MAKERS } from '../../../../shared/orders/market-volatility.ts';
import { ONE_8, type Price8, type UnixSeconds } from '../../../../shared/units.ts';
import type { ModelEstimate } from '../../market/model-value.ts';
import type { KnownFill } from './fill-rows.ts';

/** Sources of the value of an option. */
export interface ValueSources {
  readonly now: UnixSeconds;
  /** Price of the underlying, by the order's own oracle where it responds. */
  readonly spot: Price8 | undefined;
  /** The model's value of the order's contracts, by live quotes. */
  readonly model?: ModelEstimate | undefined;
}

/** Findings about the value of the option that a trade is about. */
export interface ValueFindings {
  readonly checks: readonly CheckFact[];
  readonly dangers: readonly DangerFact[];
}

/** Without a model's value, a premium below this share of the largest payout counts as nothing. */
const MIN_SHARE = 10_000n;
/** A buyer's premium of more than this many times the value is far above it. */
const MAX_TIMES = 3n;
/** Dollars with 8 decimals: a smaller premium is never far above the value. */
const MIN_PAID_USD = ONE_8;

/**
 * Returns the danger to acknowledge for a trade whose payoff isn't the product's, that can't gain at
 * any price, that sells for less than half of the value or for an unknown share of it, or that buys
 * for far more.
 */
export function valueFindings(
  fill: KnownFill,
  hasOtherPayoff: boolean,
  sources: ValueSources,
): ValueFindings {
  const { quote, description } = fill;
  const { terms } = description;
  if (terms === undefined) return NO_FINDINGS;
  // The gains and losses aren't known, so no sentence about them would be true.
  if (hasOtherPayoff) return dangerOf('payoff.differs');
  const isWithoutGain = quote.curve.maxProfit <= 0n;
  const { order } = fill;
  const { numContracts: contracts, expiry } = order;
  const { spot, now, model } = sources;
  const bounds = spot && valueBounds({ terms, contracts, expiry }, { spot, now });
  const known = { fill, spot, model, bounds };
  if (quote.side === 'sell') return isWithoutGain ? dangerOf('losesAlways') : saleFindings(known);
  // A physical product delivers a token: its collateral shows the possible loss, not its curve.
  const { isPhysical } = terms.product;
  if (quote.premium > (isPhysical ? quote.collateral : quote.maxPayoff))
    return dangerOf('premiumAbovePayout');
  if (isWithoutGain && !isPhysical) return dangerOf('losesAlways');
  return purchaseFindings(known);
}

function dangerOf(code: Extract<DangerFact['code'], ValueDanger>): ValueFindings {
  return { checks: [], dangers: [{ code }] };
}

type ValueDanger =
  | 'payoff.differs'
  | 'losesAlways'
  | 'premiumAbovePayout'
  | 'farBelowValue'
  | 'farAboveValue'
  | 'value.unknown';

export const NO_FINDINGS: ValueFindings = { checks: [], dangers: [] };

interface KnownValue extends Pick<ValueSources, 'spot' | 'model'> {
  readonly fill: KnownFill;
  readonly bounds: ReturnType<typeof valueBounds> | undefined;
}

/**
 * Anybody with some money can post the quotes of an expiry, even the buyer. So a value based on
 * fewer than `MIN_MAKERS` makers can be too low. With enough makers, the highest value counts.
 */
function saleFindings({ fill, model, bounds }: KnownValue): ValueFindings {
  const { premium, maxPayoff } = fill.quote;
  const isBelow = (value: bigint | undefined) => value !== undefined && 2n * premium < value;
  const agreed = model !== undefined && model.makers >= MIN_MAKERS ? model.most : undefined;
  const isNothing = (agreed ?? 0n) === 0n && premium < maxPayoff / MIN_SHARE;
  if (isNothing || isBelow(model?.value) || isBelow(bounds?.least))
    return dangerOf('farBelowValue');
  const isEnough = [agreed, bounds?.most].some((most) => most !== undefined && !isBelow(most));
  return isEnough ? NO_FINDINGS : dangerOf('value.unknown');
}

function purchaseFindings({ fill, spot, model, bounds }: KnownValue): ValueFindings {
  const { premium } = fill.quote;
  const { isQuoteCollateral } = fill.description.terms?.product ?? {};
  const price = isQuoteCollateral ? ONE_8 : spot;
  const isLittle =
    price !== undefined && (premium * price) / 10n ** BigInt(fill.decimals) < MIN_PAID_USD;
  const isAbove = (value: bigint | undefined) =>
    value !== undefined && !isLittle && premium > MAX_TIMES * value;
  if (isAbove(model?.value) || isAbove(bounds?.highest)) return dangerOf('farAboveValue');
  // The seller can post the quotes of a few makers.
  return model === undefined || model.makers < MIN_MAKERS
    ? { checks: [{ code: 'value.unknown', status: 'warned' }], dangers: [] }
    : NO_FINDINGS;
}

/** Warns an account that fills its own order: it pays a fee to trade with itself. */
export function ownOrderCheck(maker: Address, account: Address): readonly CheckFact[] {
  return maker.toLowerCase() === account.toLowerCase()
    ? [{ code: 'taker.ownOrder', status: 'warned' }]
    : [];
}
