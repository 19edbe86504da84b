import { i18n } from '#i18n';
import type { CheckFact, OrderTerm } from '../../shared/approvals/facts/checks.ts';
import { shortAddress } from '../../shared/format.ts';
import type { CheckName } from '../../shared/orders/verify.ts';
import { localMoment, utcMoment } from '../ui/moments.ts';
import { amountText } from '../ui/numbers.ts';
import { orderFinding } from '../ui/order-finding.ts';
import { productOfTraded } from '../ui/traded.ts';
import { strikesText } from './describe-rows.ts';
import type { ApprovalCheck } from './worded.ts';

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

const SIDES = {
  call: 'fill.passed.call',
  put: 'fill.passed.put',
  either: 'fill.passed.either',
} as const;

/** Describes a check of an order; a passed one shows what was found. */
export function describeOrderCheck({
  found,
  term,
}: Extract<CheckFact, { code: 'order' }>): ApprovalCheck {
  const label = i18n.t(LABELS[found.check]);
  if (found.status !== 'passed') {
    return { label, status: found.status, detail: orderFinding(found) };
  }
  return { label, status: 'passed', ...(term === undefined ? {} : termText(term)) };
}

function termText(term: OrderTerm): Pick<ApprovalCheck, 'detail' | 'full'> {
  switch (term.kind) {
    case 'implementation': {
      const product = productOfTraded(term.traded);
      const { revision } = term;
      return {
        detail:
          revision === undefined
            ? i18n.t('fill.passed.trustedImplementation', { product })
            : i18n.t('fill.passed.implementation', { product, revision }),
      };
    }
    case 'symbol':
      return { detail: term.symbol };
    case 'strikes':
      return { detail: strikesText(term) };
    case 'option side':
      return { detail: i18n.t(SIDES[term.is]) };
    case 'extra data':
      return {
        detail:
          term.delivered === undefined
            ? i18n.t('fill.passed.noExtraData')
            : i18n.t('fill.passed.deliveryToken', { symbol: term.delivered }),
      };
    case 'price':
      return { detail: `${amountText(BigInt(term.price), 8)} ${term.symbol ?? ''}`.trim() };
    case 'time':
      return { detail: localMoment(term.at), full: utcMoment(term.at) };
    case 'nonce':
      return { detail: i18n.t('fill.passed.nonce') };
    case 'signer':
      return { detail: i18n.t('fill.passed.signature', { address: shortAddress(term.address) }) };
  }
}
