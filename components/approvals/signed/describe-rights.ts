import { i18n } from '#i18n';
import type { RightsFacts } from '../../../shared/approvals/signed/facts.ts';
import { UNLIMITED } from '../../../shared/chain/chain-context.ts';
import { shortAddress } from '../../../shared/format.ts';
import type { SignedContext, SignedDescription } from './description.ts';
import { tokenText } from './signed-amounts.ts';
import { deadlineCheck, endRow, ownerCheck, takerChecks } from './signed-checks.ts';

type Facts<Kind extends RightsFacts['kind']> = Extract<RightsFacts, { kind: Kind }>;

/** Describes a right over what an account holds or owes. */
export function describeRights(facts: RightsFacts, context: SignedContext): SignedDescription {
  switch (facts.kind) {
    case 'collectiblePermit':
      return collectiblePermit(facts, context);
    case 'manager':
      return manager(facts, context);
    case 'creditDelegation':
      return creditDelegation(facts, context);
    case 'voteDelegation':
      return voteDelegation(facts, context);
    case 'delegatedCode':
      return delegatedCode(facts);
  }
}

function collectiblePermit(
  facts: Facts<'collectiblePermit'>,
  context: SignedContext,
): SignedDescription {
  const who = shortAddress(facts.spender);
  const collection = shortAddress(facts.collection);
  const what =
    facts.item === undefined
      ? i18n.t('signed.allItems', { collection })
      : i18n.t('signed.item', { item: facts.item, collection });
  const label = i18n.t('signed.spender');
  const party = takerChecks(label, context);
  return {
    sentence: facts.isAllowed
      ? i18n.t('signed.allow', { who, what })
      : i18n.t('signed.revoke', { who, what }),
    rows: [
      { label, value: facts.spender },
      { label: i18n.t('signed.collection'), value: facts.collection },
      ...(facts.item === undefined
        ? []
        : [{ label: i18n.t('signed.itemNumber'), value: facts.item }]),
      endRow(facts.end),
    ],
    checks: [...party.checks, deadlineCheck([facts.end], context)],
    ...(facts.isAllowed
      ? { danger: [...party.dangers, i18n.t('signed.allowDanger', { who, what })].join(' ') }
      : {}),
  };
}

function manager(facts: Facts<'manager'>, context: SignedContext): SignedDescription {
  const who = shortAddress(facts.manager);
  const { protocol } = facts;
  const label = i18n.t('signed.manager');
  const party = takerChecks(label, context);
  return {
    sentence: facts.isAllowed
      ? i18n.t('signed.allowManager', { who, protocol })
      : i18n.t('signed.revokeManager', { who, protocol }),
    rows: [
      { label, value: facts.manager },
      { label: protocol, value: facts.contract },
      endRow(facts.end),
    ],
    checks: [
      ...party.checks,
      ...ownerCheck(facts.owner, context),
      deadlineCheck([facts.end], context),
    ],
    ...(facts.isAllowed
      ? { danger: [...party.dangers, i18n.t('signed.managerDanger', { who, protocol })].join(' ') }
      : {}),
  };
}

function creditDelegation(
  facts: Facts<'creditDelegation'>,
  context: SignedContext,
): SignedDescription {
  const who = shortAddress(facts.borrower);
  const what =
    BigInt(facts.amount) >= UNLIMITED
      ? i18n.t('signed.anyAmount')
      : tokenText(facts.debtToken, facts.amount, context.chain);
  const label = i18n.t('signed.borrower');
  const party = takerChecks(label, context);
  const isNothing = facts.amount === '0';
  return {
    sentence: isNothing
      ? i18n.t('signed.revokeBorrowing', { who })
      : i18n.t('signed.allowBorrowing', { who, what }),
    rows: [
      { label, value: facts.borrower },
      { label: i18n.t('signed.debtToken'), value: facts.debtToken },
      { label: i18n.t('signed.amount'), value: what },
      endRow(facts.end),
    ],
    checks: [...party.checks, deadlineCheck([facts.end], context)],
    ...(isNothing
      ? {}
      : { danger: [...party.dangers, i18n.t('signed.borrowingDanger', { who })].join(' ') }),
  };
}

function voteDelegation(facts: Facts<'voteDelegation'>, context: SignedContext): SignedDescription {
  const who = shortAddress(facts.delegate);
  return {
    sentence: i18n.t('signed.delegateVotes', { who }),
    rows: [
      { label: i18n.t('signed.delegate'), value: facts.delegate },
      { label: i18n.t('signed.token'), value: facts.token },
      endRow(facts.end),
    ],
    checks: [
      deadlineCheck([facts.end], context),
      {
        label: i18n.t('signed.votes'),
        status: 'warned',
        detail: i18n.t('signed.delegateVotesDetail'),
      },
    ],
  };
}

/** Condor never lets foreign code run as the account (EIP-7702). */
function delegatedCode({ code }: Facts<'delegatedCode'>): SignedDescription {
  return {
    sentence: i18n.t('signed.delegateAccount', { code: shortAddress(code) }),
    rows: [{ label: i18n.t('signed.contract'), value: code }],
    checks: [],
    refusal: i18n.t('signed.delegateAccountRefused'),
  };
}
