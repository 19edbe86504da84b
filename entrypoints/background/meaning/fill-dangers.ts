import type { Address } from 'viem';
import { i18n } from '#i18n';
import type { ApprovalCheck } from '../../../shared/approvals/view.ts';
import type { KnownFill } from './fill-rows.ts';

/** Returns the acknowledgement for a fill that can't gain at any price. */
export function fillDanger({ quote, description }: KnownFill): string | undefined {
  if (description.terms === undefined) return undefined;
  // A physical product delivers a token: its curve says nothing about a loss, its collateral does.
  if (description.terms.product.isPhysical) {
    return quote.side === 'buy' && quote.premium > quote.collateral
      ? i18n.t('fill.danger.premiumAbovePayout')
      : undefined;
  }
  if (quote.side === 'buy' && quote.premium > quote.maxPayoff) {
    return i18n.t('fill.danger.premiumAbovePayout');
  }
  return quote.curve.maxProfit <= 0n ? i18n.t('fill.danger.losesAlways') : undefined;
}

/** Warns an account that fills its own order: it pays a fee to trade with itself. */
export function ownOrderCheck(maker: Address, account: Address): ApprovalCheck[] {
  if (maker.toLowerCase() !== account.toLowerCase()) return [];
  return [
    {
      label: i18n.t('fill.check.ownOrder'),
      status: 'warned',
      detail: i18n.t('fill.finding.ownOrder'),
    },
  ];
}
