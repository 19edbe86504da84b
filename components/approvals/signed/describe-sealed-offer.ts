import { i18n } from '#i18n';
import type { SealedOfferFacts } from '../../../shared/approvals/signed/facts.ts';
import { isSameAddress } from '../../../shared/is-same-address.ts';
import type { SignedRequestView } from '../../../shared/messages/approval-view.ts';
import { describeCheck } from '../describe-check.ts';
import { describeDangers, describeRefusal } from '../describe-danger.ts';
import { describeRow } from '../describe-rows.ts';
import type { SignedContext, SignedDescription } from './description.ts';

/** Describes a maker's signed offer that answers a taker's request. */
export function describeSealedOffer(
  { offeror }: SealedOfferFacts,
  { account, view }: SignedContext,
): SignedDescription {
  const { rows, checks, dangers, refusal } = view.request ?? UNREAD;
  const label = i18n.t('signed.maker');
  return {
    sentence: i18n.t('quotationCalls.signOffer'),
    rows: rows.map(describeRow),
    checks: [
      describeCheck({ code: 'factory.known', status: 'passed' }),
      ...checks.map(describeCheck),
      isSameAddress(offeror, account)
        ? { label, status: 'passed' }
        : { label, status: 'warned', detail: i18n.t('signed.otherMaker') },
    ],
    ...(refusal === undefined
      ? { danger: [i18n.t('quotationCalls.offerDanger'), ...describeDangers(dangers)].join(' ') }
      : { refusal: describeRefusal(refusal) }),
  };
}

const UNREAD: SignedRequestView = {
  rows: [],
  checks: [],
  dangers: [],
  refusal: { code: 'trade', finding: { code: 'request.unread', status: 'failed' } },
};
