import { i18n } from '#i18n';
import type { CheckFact, OrderTerm } from '../../shared/approvals/facts/checks.ts';
import { shortAddress } from '../../shared/format.ts';
import { codeKey } from '../texts/code-key.ts';
import { localMoment, utcMoment } from '../texts/moments.ts';
import { amountText } from '../texts/numbers.ts';
import { orderFinding } from '../texts/order-finding.ts';
import { productOfTraded } from '../texts/traded.ts';
import { strikesText } from './describe-rows.ts';
import type { ApprovalCheck } from './worded.ts';

/** Describes a check of an order; a passed one shows what was found. */
export function describeOrderCheck({
  found,
  term,
}: Extract<CheckFact, { code: 'order' }>): ApprovalCheck {
  const label = i18n.t(`fill.check.${codeKey(found.check)}`);
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
      return { detail: i18n.t(`fill.passed.${term.is}`) };
    case 'extra data':
      return {
        detail:
          term.delivered === undefined
            ? i18n.t('fill.passed.noExtraData')
            : i18n.t('fill.passed.deliveryToken', { symbol: term.delivered }),
      };
    case 'price':
      return { detail: `${amountText(BigInt(term.price), 8, 8)} ${term.symbol ?? ''}`.trim() };
    case 'time':
      return { detail: localMoment(term.at), full: utcMoment(term.at) };
    case 'nonce':
      return { detail: i18n.t('fill.passed.nonce') };
    case 'signer':
      return { detail: i18n.t('fill.passed.signature', { address: shortAddress(term.address) }) };
  }
}
