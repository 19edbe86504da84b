import { i18n } from '#i18n';
import type { CheckName, OrderCheck } from '../../../shared/orders/verify.ts';

interface ApprovalCheck {
  readonly label: string;
  readonly status: OrderCheck['status'];
  readonly detail?: string;
  readonly full?: string;
}

const LABELS = {
  book: 'fill.check.book',
  implementation: 'fill.check.implementation',
  collateral: 'fill.check.collateral',
  'price feed': 'fill.check.priceFeed',
  strikes: 'fill.check.strikes',
  'option side': 'fill.check.optionSide',
  'extra data': 'fill.check.extraData',
  price: 'fill.check.price',
  'option expiry': 'fill.check.optionExpiry',
  'quote expiry': 'fill.check.quoteExpiry',
  nonce: 'fill.check.nonce',
  signature: 'fill.check.signature',
} as const satisfies Record<CheckName, string>;

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

type CheckWords = Readonly<Partial<Record<CheckName, string>>>;

/**
 * A check of the order model in words for people; `passed` says what was found where all is well, and
 * `full` what stands on hover then.
 */
export function describeCheck(
  found: OrderCheck,
  passed: CheckWords = {},
  full: CheckWords = {},
): ApprovalCheck {
  const label = i18n.t(LABELS[found.check]);
  if (found.status === 'passed') {
    const { [found.check]: detail } = passed;
    const { [found.check]: hover } = full;
    return {
      label,
      status: 'passed',
      ...(detail === undefined ? {} : { detail }),
      ...(hover === undefined ? {} : { full: hover }),
    };
  }
  return { label, status: found.status, detail: findingOf(found) };
}

function findingOf(found: Exclude<OrderCheck, { status: 'passed' }>): string {
  if (found.reason === 'contract-maker') return i18n.t('fill.finding.contractMaker');
  if (found.reason === 'no-operator-role') return i18n.t('fill.finding.makerRole');
  if (found.check === 'extra data' && found.reason !== 'not-empty')
    return i18n.t('fill.finding.deliveryToken');
  if (found.reason === 'after-option-expiry') return i18n.t('fill.finding.lateQuote');
  return i18n.t(FINDINGS[found.check]);
}
