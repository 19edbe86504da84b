import type { Address } from 'viem';
import type { CheckFact } from '../../../shared/approvals/facts/checks.ts';
import type { DangerFact } from '../../../shared/approvals/facts/dangers.ts';
import type { KnownFill } from './fill-rows.ts';

/**
 * Returns the danger to acknowledge for a fill whose payoff isn't the product's, or that can't gain
 * at any price.
 */
export function fillDangers(
  { quote, description }: KnownFill,
  hasOtherPayoff: boolean,
): readonly DangerFact[] {
  if (description.terms === undefined) return [];
  // Its gains and losses aren't known, so no sentence about them is true.
  if (hasOtherPayoff) return [{ code: 'payoff differs' }];
  // A physical product delivers a token: its collateral shows the possible loss, not its curve.
  if (description.terms.product.isPhysical) {
    return quote.side === 'buy' && quote.premium > quote.collateral
      ? [{ code: 'premium above payout' }]
      : [];
  }
  if (quote.side === 'buy' && quote.premium > quote.maxPayoff) {
    return [{ code: 'premium above payout' }];
  }
  return quote.curve.maxProfit <= 0n ? [{ code: 'loses always' }] : [];
}

/** Warns an account that fills its own order: it pays a fee to trade with itself. */
export function ownOrderCheck(maker: Address, account: Address): readonly CheckFact[] {
  return maker.toLowerCase() === account.toLowerCase()
    ? [{ code: 'own order', status: 'warned' }]
    : [];
}
