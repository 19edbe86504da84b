import { i18n } from '#i18n';
import type { DangerFact, RefusalFact } from '../../shared/approvals/facts/dangers.ts';
import { feeText } from '../texts/describe-fees.ts';
import { amountText } from '../texts/numbers.ts';
import { payCoin } from '../texts/payments.ts';
import { allowanceText, spenderName } from './describe-call.ts';
import { describeCheck } from './describe-check.ts';
import { type Words, wordsOf } from './fact-words.ts';

type Danger = Exclude<DangerFact, { code: 'sends coin' | 'bytes after the call' }>;

/** Dangers whose sentence depends on a member. */
type Varied = 'looks alike' | 'may take' | 'gives option away' | 'lets option be taken';

type Sentence =
  | Exclude<Danger['code'], Varied>
  | ('receiver alike' | 'spender alike' | 'may take all' | 'may take some')
  | ('gives buyer' | 'gives seller' | 'lets buyer be taken' | 'lets seller be taken');

const TEXTS = {
  'spender is a person': 'meaning.spenderIsPersonal',
  'option unknown': 'meaning.unknownContractDanger',
  'declines exercise': 'meaning.declineDanger',
  'exercise at a loss': 'meaning.exerciseLossDanger',
  'exercise unpriced': 'meaning.exerciseUnpricedDanger',
  'receiver burns': 'meaning.receiverIsNobodyDanger',
  'receiver new': 'meaning.newReceiverDanger',
  'receiver is another token': 'meaning.receiverIsOtherToken',
  'meaning unknown': 'meaning.unreadableDanger',
  'not a known book': 'meaning.notABookDanger',
  'premium above payout': 'fill.danger.premiumAbovePayout',
  'loses always': 'fill.danger.losesAlways',
  'payoff differs': 'fill.danger.payoffDiffers',
  'requester differs': 'quotationCalls.requesterDanger',
  'far below value': 'quotationCalls.farBelowDanger',
  'far above value': 'quotationCalls.farAboveDanger',
  'amount sealed': 'quotationCalls.sealedDanger',
  'value unknown': 'quotationCalls.valueUnknownDanger',
  'no least price': 'quotationCalls.noLeastDanger',
  'side not held': 'quotationCalls.sideDanger',
  'terms differ': 'quotationCalls.termsDanger',
  'beyond limit': 'quotationCalls.beyondLimitDanger',
  'becomes maker': 'quotationCalls.becomesMakerDanger',
  'effect unproven': 'meaning.unprovenDanger',
  'would fail': 'meaning.wouldFailDanger',
  unstable: 'meaning.unstableDanger',
  'receiver alike': 'meaning.comparedReceiver',
  'spender alike': 'meaning.comparedSpender',
  'could take collectible': 'meaning.allowItemDanger',
  'could take every collectible': 'meaning.allowAllDanger',
  'may take all': 'meaning.canMove',
  'may take some': 'meaning.allowDanger',
  'gives buyer': 'meaning.giveBuyerDanger',
  'gives seller': 'meaning.giveSellerDanger',
  'lets buyer be taken': 'meaning.allowBuyerDanger',
  'lets seller be taken': 'meaning.allowSellerDanger',
  'trusts router': 'meaning.routerDanger',
  'unusual fee': 'meaning.feeDanger',
} as const satisfies Record<Sentence, string>;

/** Returns what the user acknowledges, each danger once. */
export function describeDangers(dangers: readonly DangerFact[]): string[] {
  let sentences: string[] = [];
  for (const danger of dangers) {
    if (danger.code === 'sends coin') sentences = [withCoin(sentences, danger)];
    else sentences.push(dangerText(danger));
  }
  return [...new Set(sentences)];
}

/** Coin that is sent along is named after the other dangers. */
function withCoin(
  before: readonly string[],
  { amount: { wei, coin } }: Extract<DangerFact, { code: 'sends coin' }>,
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

function dangerText(danger: Exclude<DangerFact, { code: 'sends coin' }>): string {
  return danger.code === 'bytes after the call'
    ? i18n.t('meaning.extraBytesDanger', danger.count)
    : i18n.t(TEXTS[sentenceOf(danger)], valuesOf(danger));
}

function sentenceOf(danger: Danger): Sentence {
  switch (danger.code) {
    case 'looks alike':
      return danger.role === 'receiver' ? 'receiver alike' : 'spender alike';
    case 'may take':
      return danger.isUnlimited ? 'may take all' : 'may take some';
    case 'gives option away':
      return danger.isBuyer ? 'gives buyer' : 'gives seller';
    case 'lets option be taken':
      return danger.isBuyer ? 'lets buyer be taken' : 'lets seller be taken';
    default:
      return danger.code;
  }
}

function valuesOf(danger: Danger): Words {
  const words = wordsOf(danger);
  switch (danger.code) {
    case 'may take': {
      const who = spenderName(danger);
      return { ...words, who, what: allowanceText(danger.amount) };
    }
    case 'unusual fee':
      return { ...words, most: feeText(BigInt(danger.most.wei), danger.most.coin) };
    default:
      return words;
  }
}

/** Describes why something can't be confirmed. */
export function describeRefusal(refusal: RefusalFact): string {
  switch (refusal.code) {
    case 'receiver is a token':
      return i18n.t('meaning.receiverIsToken');
    case 'receiver is nobody':
      return i18n.t('meaning.receiverIsNobody');
    case 'acts as the account':
      return i18n.t('delegation.actsAsTheAccount');
    case 'account busy':
      return i18n.t('failures.accountBusy');
    case 'delegator differs':
      return i18n.t('delegation.differs');
    case 'offer not signed':
      return i18n.t('quotationCalls.offerNotSigned');
    case 'not waiting':
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
    case 'gas limit too low':
      return i18n.t('meaning.gasLimitTooLow', { least: amountText(BigInt(refusal.least), 0) });
  }
}
