import { i18n } from '#i18n';
import type { PermitFacts, TransferFacts } from '../../../shared/approvals/signed/facts.ts';
import { isRevocation } from '../../../shared/approvals/signed/read-signed.ts';
import { UNLIMITED } from '../../../shared/chain/chain-context.ts';
import { shortAddress } from '../../../shared/format.ts';
import type { SignedContext, SignedDescription } from './description.ts';
import { allowanceText, listText, tokenText } from './signed-amounts.ts';
import {
  contractCheck,
  deadlineCheck,
  endRow,
  ownerCheck,
  receiverChecks,
  takerChecks,
} from './signed-checks.ts';

/** Describes an allowance, or a single transfer, that somebody else can use. */
export function describePermit(facts: PermitFacts, context: SignedContext): SignedDescription {
  const { chain } = context;
  const { spender, parts, ends } = facts;
  const label = i18n.t('signed.spender');
  const who = chain.isBook(spender) ? i18n.t('signed.theOrderBook') : shortAddress(spender);
  const what = listText(parts.map(({ token, amount }) => allowanceText(token, amount, chain)));
  const party = takerChecks(label, context);
  const isNothing = isRevocation(facts);
  return {
    sentence: sentenceOf(facts, who, what),
    rows: [
      { label, value: spender },
      ...parts.map(({ token, amount }) => ({
        label: i18n.t('signed.amount'),
        value: allowanceText(token, amount, chain),
        full: token,
      })),
      ...ends.map(endRow),
      ...(facts.isBound
        ? [{ label: i18n.t('signed.boundTo'), value: i18n.t('signed.termsBelow') }]
        : []),
    ],
    checks: [
      ...party.checks,
      ...(facts.isKnownPermit2 === undefined
        ? []
        : [contractCheck('Permit2', facts.isKnownPermit2)]),
      ...ownerCheck(facts.owner, context),
      deadlineCheck(ends, context),
    ],
    ...(isNothing ? {} : { danger: [...party.dangers, dangerOf(facts, who, what)].join(' ') }),
  };
}

function sentenceOf(facts: PermitFacts, who: string, what: string): string {
  if (isRevocation(facts)) return i18n.t('signed.revokeAllowance', { who });
  return facts.isOnce
    ? i18n.t('signed.allowOnce', { who, what })
    : i18n.t('signed.allow', { who, what });
}

function dangerOf(facts: PermitFacts, who: string, what: string): string {
  if (facts.isOnce) return i18n.t('signed.allowOnceDanger', { who, what });
  return facts.parts.some(({ amount }) => BigInt(amount) >= UNLIMITED)
    ? i18n.t('signed.allowAllDanger', { who, what })
    : i18n.t('signed.allowDanger', { who, what });
}

/** Describes a transfer that any holder of the signature can send. */
export function describeTransfer(facts: TransferFacts, context: SignedContext): SignedDescription {
  const what = tokenText(facts.token, facts.amount, context.chain);
  const to = shortAddress(facts.to);
  const party = receiverChecks(context);
  return {
    sentence: i18n.t('signed.send', { what, to }),
    rows: [
      { label: i18n.t('signed.from'), value: facts.from },
      { label: i18n.t('signed.to'), value: facts.to },
      { label: i18n.t('signed.amount'), value: what, full: facts.token },
      endRow(facts.end),
    ],
    checks: [
      ...party.checks,
      ...ownerCheck(facts.from, context),
      deadlineCheck([facts.end], context),
    ],
    danger: [i18n.t('signed.sendDanger', { what }), ...party.dangers].join(' '),
  };
}
