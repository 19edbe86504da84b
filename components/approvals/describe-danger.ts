import { i18n } from '#i18n';
import type { DangerFact, RefusalFact } from '../../shared/approvals/facts/dangers.ts';
import { feeText } from '../texts/describe-fees.ts';
import { amountText } from '../texts/numbers.ts';
import { payCoin } from '../texts/payments.ts';
import { allowanceText, spenderName } from './describe-call.ts';
import { describeCheck } from './describe-check.ts';
import { type Words, wordsOf } from './fact-words.ts';

type Danger = Exclude<DangerFact, { code: 'sendsCoin' | 'bytesAfterTheCall' }>;

type Varied = 'looksAlike' | 'mayTake' | 'givesOptionAway' | 'letsOptionBeTaken';

type Sentence =
  | Exclude<Danger['code'], Varied>
  | ('receiverAlike' | 'spenderAlike' | 'mayTakeAll' | 'mayTakeSome')
  | ('givesBuyer' | 'givesSeller' | 'letsBuyerBeTaken' | 'letsSellerBeTaken');

/** Describes the dangers to acknowledge, each once. */
export function describeDangers(dangers: readonly DangerFact[]): string[] {
  let sentences: string[] = [];
  for (const danger of dangers) {
    if (danger.code === 'sendsCoin') sentences = [withCoin(sentences, danger)];
    else sentences.push(dangerText(danger));
  }
  return [...new Set(sentences)];
}

/** Returns one sentence with the preceding dangers and the danger of sending coin. */
function withCoin(
  before: readonly string[],
  { amount: { wei, coin } }: Extract<DangerFact, { code: 'sendsCoin' }>,
): string {
  return i18n.t('meaning.dangerTakesCoin', {
    danger:
      before.length === 0
        ? i18n.t('meaning.movesCoinDanger', { coin })
        : [...new Set(before)].join(' '),
    amount: payCoin(BigInt(wei)),
    coin,
  });
}

function dangerText(danger: Exclude<DangerFact, { code: 'sendsCoin' }>): string {
  return danger.code === 'bytesAfterTheCall'
    ? i18n.t('meaning.extraBytesDanger', danger.count)
    : i18n.t(`danger.${sentenceOf(danger)}`, valuesOf(danger));
}

function sentenceOf(danger: Danger): Sentence {
  switch (danger.code) {
    case 'looksAlike':
      return danger.role === 'receiver' ? 'receiverAlike' : 'spenderAlike';
    case 'mayTake':
      return danger.isUnlimited ? 'mayTakeAll' : 'mayTakeSome';
    case 'givesOptionAway':
      return danger.isBuyer ? 'givesBuyer' : 'givesSeller';
    case 'letsOptionBeTaken':
      return danger.isBuyer ? 'letsBuyerBeTaken' : 'letsSellerBeTaken';
    default:
      return danger.code;
  }
}

function valuesOf(danger: Danger): Words {
  const words = wordsOf(danger);
  switch (danger.code) {
    case 'mayTake': {
      const who = spenderName(danger);
      return { ...words, who, what: allowanceText(danger.amount) };
    }
    case 'unusualFee':
      return { ...words, most: feeText(BigInt(danger.most.wei), danger.most.coin) };
    default:
      return words;
  }
}

export function describeRefusal(refusal: RefusalFact): string {
  switch (refusal.code) {
    case 'receiver.token':
    case 'receiver.nobody':
    case 'delegator.differs':
    case 'signature.offerNotSigned':
      return i18n.t(`check.${refusal.code}`);
    case 'actsAsTheAccount':
      return i18n.t('delegation.actsAsTheAccount');
    case 'accountBusy':
      return i18n.t('failures.accountBusy');
    case 'notWaiting':
      return i18n.t('meaning.noLongerPending');
    case 'trade':
      return i18n.t('quotationCalls.refusal', {
        finding: describeCheck(refusal.finding).detail ?? '',
      });
    case 'fill': {
      const finding =
        refusal.finding === undefined ? '' : (describeCheck(refusal.finding).detail ?? '');
      return i18n.t('fill.refusal', { finding }).trim();
    }
    case 'gasLimitTooLow':
      return i18n.t('meaning.gasLimitTooLow', { least: amountText(BigInt(refusal.least), 0) });
  }
}
