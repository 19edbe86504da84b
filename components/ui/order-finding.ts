import { i18n } from '#i18n';
import type { FailedCheck } from '../../shared/orders/failed-check.ts';
import type { CheckName } from '../../shared/orders/verify.ts';

const FINDINGS = {
  book: 'fill.finding.book',
  implementation: 'fill.finding.implementation',
  collateral: 'fill.finding.collateral',
  'price feed': 'fill.finding.priceFeed',
  strikes: 'fill.finding.strikes',
  'option side': 'fill.finding.optionSide',
  'extra data': 'fill.finding.extraData',
  price: 'fill.finding.price',
  'option expiry': 'fill.finding.optionExpiry',
  'quote expiry': 'fill.finding.quoteExpiry',
  nonce: 'fill.finding.nonce',
  signature: 'fill.finding.signature',
} as const satisfies Record<CheckName, string>;

/** Describes what is wrong with an order. */
export function orderFinding(found: FailedCheck): string {
  if (found.reason === 'contract-maker') return i18n.t('fill.finding.contractMaker');
  if (found.reason === 'no-operator-role') return i18n.t('fill.finding.makerRole');
  if (found.check === 'extra data' && found.reason !== 'not-empty')
    return i18n.t('fill.finding.deliveryToken');
  if (found.reason === 'after-option-expiry') return i18n.t('fill.finding.lateQuote');
  return i18n.t(FINDINGS[found.check]);
}
