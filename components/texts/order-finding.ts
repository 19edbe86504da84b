import { i18n } from '#i18n';
import type { FailedCheck } from '../../shared/orders/failed-check.ts';
import type { CheckName } from '../../shared/orders/fit.ts';

/** Label of each check of an order, and what is wrong if it fails. */
export const ORDER_TEXTS = {
  book: ['fill.check.book', 'fill.finding.book'],
  implementation: ['fill.check.implementation', 'fill.finding.implementation'],
  collateral: ['fill.check.collateral', 'fill.finding.collateral'],
  'price feed': ['fill.check.priceFeed', 'fill.finding.priceFeed'],
  strikes: ['fill.check.strikes', 'fill.finding.strikes'],
  'option side': ['fill.check.optionSide', 'fill.finding.optionSide'],
  'extra data': ['fill.check.extraData', 'fill.finding.extraData'],
  price: ['fill.check.price', 'fill.finding.price'],
  'option expiry': ['fill.check.optionExpiry', 'fill.finding.optionExpiry'],
  'quote expiry': ['fill.check.quoteExpiry', 'fill.finding.quoteExpiry'],
  nonce: ['fill.check.nonce', 'fill.finding.nonce'],
  signature: ['fill.check.signature', 'fill.finding.signature'],
} as const satisfies Record<CheckName, readonly [label: string, finding: string]>;

/** Describes what is wrong with an order. */
export function orderFinding(found: FailedCheck): string {
  if (found.reason === 'contract-maker') return i18n.t('fill.finding.contractMaker');
  if (found.reason === 'no-operator-role') return i18n.t('fill.finding.makerRole');
  if (found.check === 'extra data' && found.reason !== 'not-empty')
    return i18n.t('fill.finding.deliveryToken');
  if (found.reason === 'after-option-expiry') return i18n.t('fill.finding.lateQuote');
  return i18n.t(ORDER_TEXTS[found.check][1]);
}
