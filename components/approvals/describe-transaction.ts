import { i18n } from '#i18n';
import { DELEGATOR } from '../../shared/chain/delegation.ts';
import { shortAddress } from '../../shared/format.ts';
import type {
  CallMeaning,
  StepView,
  TransactionView,
} from '../../shared/messages/approval-view.ts';
import { dangersOf, firstRefusal } from '../../shared/messages/inner-calls.ts';
import { exactText } from '../texts/numbers.ts';
import { payCoin } from '../texts/payments.ts';
import { describeCall } from './describe-call.ts';
import { describeCheck } from './describe-check.ts';
import { describeDangers, describeRefusal } from './describe-danger.ts';
import { describeRow } from './describe-rows.ts';
import type { ApprovalCheck, ApprovalRow, WordedStep } from './worded.ts';

export interface WordedTransaction {
  readonly steps: readonly WordedStep[];
  readonly refusal?: string;
  /** Danger that the user must acknowledge before confirming. */
  readonly danger?: {
    readonly sentence: string;
    /** Identifies the set of dangers: when the set changes, the user must acknowledge again. */
    readonly mark: string;
  };
}

/** Describes a transaction, or several in one review. */
export function describeTransaction(
  view: Pick<TransactionView, 'steps' | 'refusal' | 'dangers' | 'coin'>,
): WordedTransaction {
  const refusal = view.refusal ?? firstRefusal(view.steps);
  const sentences = [
    ...new Set([...view.steps.map(dangersOf), view.dangers].flatMap(describeDangers)),
  ];
  return {
    steps: view.steps.map((step) => describeStep(step, view.coin)),
    ...(refusal === undefined ? {} : { refusal: describeRefusal(refusal) }),
    ...(sentences.length === 0
      ? {}
      : {
          danger: {
            sentence: sentences.join(' '),
            mark: JSON.stringify([view.steps.map(dangersOf), view.dangers]),
          },
        }),
  };
}

function describeStep(step: StepView, coin: string): WordedStep {
  const { number, highlights = [], picture, endsAt, allowance } = step;
  return {
    number,
    sentence: sentenceOf(step),
    highlights: highlights.map(describeRow),
    rows: callRows(step),
    checks: checksOf(step),
    ...(picture === undefined ? {} : { picture }),
    ...(endsAt === undefined ? {} : { endsAt }),
    ...(allowance === undefined ? {} : { allowance }),
    raw: rawRows(step, coin),
  };
}

function sentenceOf({ call, along, checks }: CallMeaning): string {
  const plain = describeCall(call, 'asked');
  const isFirstBatch =
    call.kind !== 'set code' && checks.some(({ code }) => code === 'account.codeIsSet');
  const sentence = isFirstBatch
    ? i18n.t('delegation.withCode', { sentence: plain, address: shortAddress(DELEGATOR) })
    : plain;
  if (along === undefined) return sentence;
  const { wei, coin } = along;
  return i18n.t('meaning.withCoin', {
    sentence,
    amount: payCoin(BigInt(wei)),
    coin,
  });
}

/** Returns the rows of a call. Rows of inner calls appear below the sentences of those calls. */
function callRows(meaning: CallMeaning): ApprovalRow[] {
  const { rows, inner = [] } = meaning;
  return [
    ...rows.map(describeRow),
    ...inner.flatMap((call, index) => [
      { label: i18n.t('meaning.call', { number: index + 1 }), value: sentenceOf(call) },
      ...callRows(call).map((row) => ({ ...row, label: `· ${row.label}` })),
    ]),
  ];
}

/** Returns the checks of a call. The label of an inner call's check names the inner call. */
function checksOf(meaning: CallMeaning): ApprovalCheck[] {
  const { checks, inner = [] } = meaning;
  return [
    ...checks.map(describeCheck),
    ...inner.flatMap((call, index) =>
      checksOf(call).map((check) => ({
        ...check,
        label: i18n.t('meaning.callCheck', { number: index + 1, label: check.label }),
      })),
    ),
  ];
}

function rawRows({ raw: { to, wei, chainId, data } }: StepView, coin: string): ApprovalRow[] {
  return [
    { label: i18n.t('rows.to'), value: to ?? i18n.t('meaning.newContract') },
    { label: i18n.t('meaning.value'), value: `${exactText(BigInt(wei), 18)} ${coin}` },
    { label: i18n.t('meaning.chain'), value: String(chainId) },
    { label: i18n.t('meaning.data'), value: data },
  ];
}
