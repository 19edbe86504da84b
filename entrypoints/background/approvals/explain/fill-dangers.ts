import type { Address } from 'viem';
import type { CheckFact } from '../../../../shared/approvals/facts/checks.ts';
import type { DangerFact } from '../../../../shared/approvals/facts/dangers.ts';
import { valueBounds } from '../../../../shared/desk/value-bounds.ts';
import { MIN_MAKERS } from '../../../../shared/orders/market-volatility.ts';
import { ONE_8, type Price8, type UnixSeconds } from '../../../../shared/units.ts';
import type { ModelEstimate } from '../../market/model-value.ts';
import type { KnownFill } from './fill-rows.ts';

/** Figures from which the value of an option is estimated. */
export interface ValueSources {
  readonly now: UnixSeconds;
  /** Price of the underlying, from the order's own oracle if it responds. */
  readonly spot: Price8 | undefined;
  readonly model?: ModelEstimate | undefined;
}

export interface ValueFindings {
  readonly checks: readonly CheckFact[];
  readonly dangers: readonly DangerFact[];
}

/**
 * Without a reliable model estimate, a premium counts as nothing if it is below the largest payout
 * divided by this number.
 */
const PAYOUT_DIVISOR = 10_000n;
/** A buyer's premium is far too high if it is more than this many times the value. */
const MAX_TIMES = 3n;
/** A smaller premium is never reported as far too high (dollars with 8 decimals). */
const MIN_PAID_USD = ONE_8;

/**
 * Returns the danger that the user has to acknowledge: a payoff that differs from the product's, a
 * trade that can't gain at any price, a sale for less than half of the value or an unknown share of
 * it, or a purchase for far more than the value.
 */
export function valueFindings(
  fill: KnownFill,
  hasOtherPayoff: boolean,
  sources: ValueSources,
): ValueFindings {
  const { quote, description } = fill;
  const { terms } = description;
  if (terms === undefined) return NO_FINDINGS;
  // With a different payoff, gains and losses are unknown, so the other findings could be wrong.
  if (hasOtherPayoff) return dangerOf('payoff.differs');
  const isWithoutGain = quote.curve.maxProfit <= 0n;
  const { order } = fill;
  const { numContracts: contracts, expiry } = order;
  const { spot, now, model } = sources;
  const bounds = spot && valueBounds({ terms, contracts, expiry }, { spot, now });
  const known = { fill, spot, model, bounds };
  if (quote.side === 'sell') return isWithoutGain ? dangerOf('losesAlways') : saleFindings(known);
  // The buyer of a physical product receives at most the collateral.
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
 * Anyone with some money, even the buyer, can post quotes, so a value from fewer than `MIN_MAKERS`
 * makers may be too low. With enough makers, the highest value is used.
 */
function saleFindings({ fill, model, bounds }: KnownValue): ValueFindings {
  const { premium, maxPayoff } = fill.quote;
  const isBelow = (value: bigint | undefined) => value !== undefined && 2n * premium < value;
  const agreed = model !== undefined && model.makers >= MIN_MAKERS ? model.most : undefined;
  const isNothing = (agreed ?? 0n) === 0n && premium < maxPayoff / PAYOUT_DIVISOR;
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
  // The seller can post the quotes of a few makers, so a value from so few makers isn't used.
  return model === undefined || model.makers < MIN_MAKERS
    ? { checks: [{ code: 'value.unknown', status: 'warned' }], dangers: [] }
    : NO_FINDINGS;
}

/** Warns an account that fills its own order: it would pay a fee to trade with itself. */
export function ownOrderCheck(maker: Address, account: Address): readonly CheckFact[] {
  return maker.toLowerCase() === account.toLowerCase()
    ? [{ code: 'taker.ownOrder', status: 'warned' }]
    : [];
}
