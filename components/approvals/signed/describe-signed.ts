import { i18n } from '#i18n';
import { nameChecks } from '../../../shared/approvals/facts/name-checks.ts';
import type { TypedDataView } from '../../../shared/approvals/view.ts';
import { describeCheck } from '../describe-check.ts';
import { describeHyperliquid } from './describe-hyperliquid.ts';
import { describeMakerOrder } from './describe-maker-order.ts';
import { describePermit, describeTransfer } from './describe-permit.ts';
import { describePlain, describeSnapshot } from './describe-plain.ts';
import { describeRights } from './describe-rights.ts';
import { describeSafe, describeUserOperation } from './describe-smart-account.ts';
import { describeCancelledTrades, describeTrade } from './describe-trade.ts';
import { contextOf, type SignedContext, type SignedDescription } from './description.ts';

/** Describes what a signature over typed data lets others do. */
export function describeSigned({
  account,
  signed,
}: Pick<TypedDataView, 'account' | 'signed'>): SignedDescription {
  const described = describeFacts(contextOf(account, signed));
  const names = nameChecks(signed.tokens ?? []).map(describeCheck);
  const description = { ...described, checks: [...names, ...described.checks] };
  if (!signed.isOnEveryNetwork || isOffChain(signed.facts.kind)) return description;
  const everyNetwork = {
    label: i18n.t('signed.network'),
    status: 'warned' as const,
    detail: i18n.t('signed.everyNetwork'),
  };
  return { ...description, checks: [...description.checks, everyNetwork] };
}

/** Snapshot counts votes without a chain. */
function isOffChain(kind: TypedDataView['signed']['facts']['kind']): boolean {
  return kind === 'vote' || kind === 'voteAlias';
}

function describeFacts(context: SignedContext): SignedDescription {
  const { facts } = context.view;
  switch (facts.kind) {
    case 'permit':
      return describePermit(facts, context);
    case 'transfer':
      return describeTransfer(facts, context);
    case 'makerOrder':
      return describeMakerOrder(facts, context);
    case 'trade':
      return describeTrade(facts, context);
    case 'cancelledTrades':
      return describeCancelledTrades(facts);
    case 'safeTransaction':
    case 'safeMessage':
      return describeSafe(facts, context);
    case 'userOperation':
      return describeUserOperation(facts);
    case 'collectiblePermit':
    case 'manager':
    case 'creditDelegation':
    case 'voteDelegation':
    case 'delegatedCode':
      return describeRights(facts, context);
    case 'hyperliquid':
      return describeHyperliquid(facts, context);
    case 'vote':
    case 'voteAlias':
      return describeSnapshot(facts, context);
    case 'login':
    case 'unknown':
    case 'values':
      return describePlain(facts);
  }
}
