import type { ApprovalCheck } from '../../../shared/approvals/view.ts';
import type { CheckName, OrderCheck } from '../../../shared/orders/verify.ts';

const LABELS: Readonly<Record<CheckName, string>> = {
  book: 'Order book',
  implementation: 'Option contract',
  collateral: 'Collateral token',
  'price feed': 'Price feed',
  strikes: 'Strikes',
  'option side': 'Call or put',
  'extra data': 'Extra data',
  price: 'Price',
  'option expiry': 'Option expiry',
  'quote expiry': 'Quote expiry',
  nonce: 'Nonce',
  signature: 'Maker’s signature',
};

const FAILURES: Readonly<Partial<Record<CheckName, string>>> = {
  implementation: 'The option contract is unknown: it could take the money.',
  collateral: 'The collateral token does not belong to this product.',
  'price feed': 'The price feed is unknown.',
  strikes: 'The strikes do not fit the product.',
  price: 'The price is zero.',
  'option expiry': 'The option has expired already.',
  'quote expiry': 'The quote has expired. Take a newer one.',
  nonce: 'The nonce is not the order’s.',
  signature: 'The maker did not sign this order: a field was changed, or it is forged.',
};

/** A check of the order model in words for people. */
export function describeCheck(found: OrderCheck): ApprovalCheck {
  const label = LABELS[found.check];
  if (found.status === 'passed') return { label, status: 'passed' };
  return {
    label,
    status: found.status,
    detail: FAILURES[found.check] ?? `${label}: ${found.reason}`,
  };
}
