import { i18n } from '#i18n';
import type { FailedCheck } from '../../shared/orders/failed-check.ts';
import { codeKey } from './code-key.ts';

/** Describes what is wrong with an order. */
export function orderFinding(found: FailedCheck): string {
  if (found.reason === 'contract-maker') return i18n.t('fill.finding.contractMaker');
  if (found.reason === 'no-operator-role') return i18n.t('fill.finding.makerRole');
  if (found.check === 'extra data' && found.reason !== 'not-empty')
    return i18n.t('fill.finding.deliveryToken');
  if (found.reason === 'after-option-expiry') return i18n.t('fill.finding.lateQuote');
  return i18n.t(`fill.finding.${codeKey(found.check)}`);
}
