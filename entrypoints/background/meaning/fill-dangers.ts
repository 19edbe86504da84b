import type { Address } from 'viem';
import type { CheckFact } from '../../../shared/approvals/facts/checks.ts';
import type { DangerFact } from '../../../shared/approvals/facts/dangers.ts';
import { leastValue } from '../../../shared/desk/least-value.ts';
import type { Price8, UnixSeconds } from '../../../shared/units.ts';
import type { ModelValue } from '../orders/model-value.ts';
import type { KnownFill } from './fill-rows.ts';

/** Sources of the value of an option. */
export interface ValueSources {
  readonly now: UnixSeconds;
  /** Price of the underlying, by the order's own oracle where it responds. */
  readonly spot: Price8 | undefined;
  /** The model's value of an order's contracts, by live quotes. */
  readonly modelValue?: ModelValue | undefined;
}

/** Without a model's value, a premium below this share of the largest payout counts as nothing. */
const LEAST_SHARE = 10_000n;

/**
 * Returns the danger to acknowledge for a trade whose payoff isn't the product's, that can't gain at
 * any price, or that sells for less than half of the value.
 */
export function fillDangers(
  fill: KnownFill,
  hasOtherPayoff: boolean,
  sources: ValueSources,
): readonly DangerFact[] {
  const { quote, description } = fill;
  if (description.terms === undefined) return [];
  // Its gains and losses aren't known, so no sentence about them is true.
  if (hasOtherPayoff) return [{ code: 'payoff differs' }];
  const isWithoutGain = quote.curve.maxProfit <= 0n;
  if (quote.side === 'sell')
    return isWithoutGain ? [{ code: 'loses always' }] : saleDangers(fill, sources);
  // A physical product delivers a token: its collateral shows the possible loss, not its curve.
  const { isPhysical } = description.terms.product;
  if (quote.premium > (isPhysical ? quote.collateral : quote.maxPayoff))
    return [{ code: 'premium above payout' }];
  return isWithoutGain && !isPhysical ? [{ code: 'loses always' }] : [];
}

function saleDangers(
  { order, description: { terms }, quote: { premium, maxPayoff } }: KnownFill,
  { now, spot, modelValue }: ValueSources,
): readonly DangerFact[] {
  const { numContracts: contracts, expiry } = order;
  const model = modelValue?.(order);
  const least =
    terms === undefined || spot === undefined
      ? undefined
      : leastValue({ terms, contracts, expiry }, { spot, now });
  const isBelow = (value: bigint | undefined) => value !== undefined && 2n * premium < value;
  const isNothing = model === undefined && premium < maxPayoff / LEAST_SHARE;
  if (isNothing || isBelow(model) || isBelow(least)) return [{ code: 'far below value' }];
  return model === undefined && least === undefined ? [{ code: 'value unknown' }] : [];
}

/** Warns an account that fills its own order: it pays a fee to trade with itself. */
export function ownOrderCheck(maker: Address, account: Address): readonly CheckFact[] {
  return maker.toLowerCase() === account.toLowerCase()
    ? [{ code: 'own order', status: 'warned' }]
    : [];
}
