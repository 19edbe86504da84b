import { i18n } from '#i18n';
import { nameChecks } from '../../../shared/approvals/facts/name-checks.ts';
import type { SignedFacts } from '../../../shared/approvals/signed/facts.ts';
import type { TypedDataView } from '../../../shared/messages/approval-view.ts';
import { describeCheck } from '../describe-check.ts';
import { describeDeed } from './describe-deed.ts';
import { describeMakerOrder } from './describe-maker-order.ts';
import { describePlain } from './describe-plain.ts';
import { describeSealedOffer } from './describe-sealed-offer.ts';
import { contextOf, type SignedContext, type SignedDescription } from './description.ts';

/** Describes what other people may do with a signature over typed data. */
export function describeSigned({
  account,
  signed,
}: Pick<TypedDataView, 'account' | 'signed'>): SignedDescription {
  const described = describeFacts(contextOf(account, signed));
  const names = nameChecks(signed.tokens ?? []).map(describeCheck);
  const description = { ...described, checks: [...names, ...described.checks] };
  if (!signed.isOnEveryNetwork || isOffChain(signed.facts)) return description;
  const everyNetwork = {
    label: i18n.t('signed.role.network'),
    status: 'warned' as const,
    detail: i18n.t('signed.everyNetwork'),
  };
  return { ...description, checks: [...description.checks, everyNetwork] };
}

/** Returns true for a Snapshot vote. Such a vote isn't tied to a chain. */
function isOffChain(facts: SignedFacts): boolean {
  return facts.kind === 'deed' && (facts.deed === 'vote' || facts.deed === 'voteAlias');
}

function describeFacts(context: SignedContext): SignedDescription {
  const { facts } = context.view;
  switch (facts.kind) {
    case 'deed':
      return describeDeed(facts, context);
    case 'makerOrder':
      return describeMakerOrder(facts, context);
    case 'sealedOffer':
      return describeSealedOffer(facts, context);
    default:
      return describePlain(facts);
  }
}
