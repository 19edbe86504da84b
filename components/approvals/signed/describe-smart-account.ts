import { i18n } from '#i18n';
import type { SafeFacts, UserOperationFacts } from '../../../shared/approvals/signed/facts.ts';
import { safeCall } from '../../../shared/approvals/signed/safe-call.ts';
import type { ChainContext } from '../../../shared/chain/chain-context.ts';
import { shortAddress } from '../../../shared/format.ts';
import { amountText } from '../../ui/numbers.ts';
import type { ApprovalRow } from '../worded.ts';
import type { SignedContext, SignedDescription } from './description.ts';
import { allowanceText, tokenText } from './signed-amounts.ts';
import { contractCheck } from './signed-checks.ts';

type SafeTransaction = Extract<SafeFacts, { kind: 'safeTransaction' }>;
type Refund = NonNullable<SafeTransaction['refund']>;

/** Describes a transaction or a message of a Safe, which counts once enough owners signed. */
export function describeSafe(facts: SafeFacts, context: SignedContext): SignedDescription {
  const safe = shortAddress(facts.safe);
  const safeRow = { label: i18n.t('signed.safe'), value: facts.safe };
  if (facts.kind === 'safeMessage') {
    return {
      sentence: i18n.t('signed.safeMessage', { safe }),
      rows: [safeRow],
      checks: [],
      danger: i18n.t('signed.safeMessageDanger'),
    };
  }
  const { sentence, danger } = callOf(facts, context);
  const dangers = [
    facts.isDelegateCall
      ? i18n.t('signed.delegateCallDanger', { to: shortAddress(facts.to), safe })
      : danger,
    refundDanger(facts, context),
  ].filter((text) => text !== undefined);
  return {
    sentence,
    rows: [
      safeRow,
      { label: i18n.t('signed.to'), value: facts.to },
      {
        label: i18n.t('signed.amount'),
        value: `${amountText(BigInt(facts.value), 18, 18)} ${context.chain.coin}`,
      },
      ...refundRows(facts, context),
      { label: i18n.t('signed.nonce'), value: facts.nonce },
    ],
    checks: facts.isDelegateCall
      ? [
          {
            label: i18n.t('signed.delegateCall'),
            status: 'failed',
            detail: i18n.t('signed.delegateCallDetail'),
          },
        ]
      : [],
    danger: dangers.join(' '),
  };
}

function refundRows({ refund }: SafeTransaction, { chain }: SignedContext): ApprovalRow[] {
  if (refund === undefined) return [];
  return [
    { label: i18n.t('signed.refundReceiver'), value: receiverOf(refund) },
    { label: i18n.t('signed.refundAtLeast'), value: refundText(refund, chain) },
  ];
}

function refundDanger({ refund }: SafeTransaction, { chain }: SignedContext): string | undefined {
  if (refund === undefined) return undefined;
  const who = refund.receiver === undefined ? receiverOf(refund) : shortAddress(refund.receiver);
  return i18n.t('signed.safeRefundDanger', { who, what: refundText(refund, chain) });
}

function receiverOf({ receiver }: Refund): string {
  return receiver ?? i18n.t('signed.anySender');
}

function refundText({ token, least }: Refund, chain: ChainContext): string {
  return token === undefined
    ? `${amountText(BigInt(least), 18, 18)} ${chain.coin}`
    : tokenText(token, least, chain);
}

/** Describes what the Safe would do, as far as its call is one of the usual ones. */
function callOf(facts: SafeTransaction, { chain, view }: SignedContext) {
  const { to, value } = facts;
  const safe = shortAddress(facts.safe);
  const receiver = shortAddress(to);
  if (facts.isDelegateCall) {
    return { sentence: i18n.t('signed.safeDelegateCall', { safe, to: receiver }), danger: '' };
  }
  const found = safeCall(facts, view.chainId);
  if (found.kind === 'send') {
    const what = `${amountText(BigInt(value), 18, 18)} ${chain.coin}`;
    return moves(i18n.t('signed.safeSend', { safe, what, to: receiver }), what);
  }
  if (found.kind === 'transfer') {
    const what = tokenText(found.token, found.amount.toString(), chain);
    return moves(i18n.t('signed.safeSend', { safe, what, to: shortAddress(found.to) }), what);
  }
  if (found.kind === 'approve') {
    const what = allowanceText(found.token, found.amount.toString(), chain);
    const who = shortAddress(found.spender);
    return {
      sentence: i18n.t('signed.safeAllow', { safe, who, what }),
      danger: i18n.t('signed.safeAllowDanger', { who, what }),
    };
  }
  return {
    sentence: i18n.t('signed.safeCall', { safe, to: receiver }),
    danger: i18n.t('signed.safeCallDanger'),
  };
}

function moves(sentence: string, what: string) {
  return { sentence, danger: i18n.t('signed.safeMoveDanger', { what }) };
}

/** Describes an ERC-4337 user operation. Its call data is the account's own and is shown whole below. */
export function describeUserOperation(facts: UserOperationFacts): SignedDescription {
  const account = shortAddress(facts.account);
  return {
    sentence: i18n.t('signed.userOperation', { account }),
    rows: [
      { label: i18n.t('signed.smartAccount'), value: facts.account },
      { label: i18n.t('signed.entryPoint'), value: facts.entryPoint },
      ...(facts.isDeployment
        ? [{ label: i18n.t('signed.deployment'), value: i18n.t('signed.createsAccount') }]
        : []),
    ],
    checks: [
      contractCheck(i18n.t('signed.entryPoint'), facts.isKnownEntryPoint),
      {
        label: i18n.t('signed.meaning'),
        status: 'warned',
        detail: i18n.t('signed.userOperationDetail'),
      },
    ],
    danger: i18n.t('signed.userOperationDanger', { account }),
  };
}
