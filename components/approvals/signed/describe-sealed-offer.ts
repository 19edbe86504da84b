import { i18n } from '#i18n';
import type { SealedOfferFacts } from '../../../shared/approvals/signed/facts.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import { describeCheck } from '../describe-check.ts';
import { describeRow } from '../describe-rows.ts';
import type { SignedContext, SignedDescription } from './description.ts';

/** Describes a signed offer for a request to makers. */
export function describeSealedOffer(
  { id, offeror }: SealedOfferFacts,
  { account, view }: SignedContext,
): SignedDescription {
  const { isRead, rows, checks } = view.request ?? { isRead: false, rows: [], checks: [] };
  const label = i18n.t('signed.maker');
  return {
    sentence: i18n.t('quotationCalls.signOffer', { id }),
    rows: rows.map(describeRow),
    checks: [
      describeCheck({ code: 'factory known', status: 'passed' }),
      ...checks.map(describeCheck),
      isSameAddress(offeror, account)
        ? { label, status: 'passed' }
        : { label, status: 'warned', detail: i18n.t('signed.otherMaker') },
    ],
    danger: [
      i18n.t('quotationCalls.offerDanger'),
      ...(isRead ? [] : [i18n.t('quotationCalls.unreadDanger')]),
    ].join(' '),
  };
}
