import { i18n } from '#i18n';
import type { AmountFact } from '../../shared/approvals/facts/amounts.ts';
import type { CallFacts } from '../../shared/approvals/facts/call-facts.ts';
import { UNLIMITED } from '../../shared/chain/chain-context.ts';
import { shortAddress } from '../../shared/format.ts';
import { MAX_UINT256 } from '../../shared/units.ts';
import { localMoment, utcMoment } from '../texts/moments.ts';
import { amountText } from '../texts/numbers.ts';
import { payCoin } from '../texts/payments.ts';
import { tradedText } from '../texts/traded.ts';
import { tokenName, wholeAmount } from './describe-amounts.ts';
import { type Words, wordsOf } from './fact-words.ts';

/** `asked`: the prompt's sentence. `done`: the same in the activity. */
export type Tense = 'asked' | 'done';

/** Kinds whose sentence depends on a member, by what it makes of them. */
type Varied =
  | 'fill'
  | 'swap and fill'
  | 'cancel orders'
  | 'transfer option'
  | 'allow option transfer'
  | 'allow all'
  | 'request quotation'
  | 'swap and call';

type Sentence =
  | Exclude<CallFacts['kind'], Varied>
  | ('buy' | 'sell' | 'cancel order' | 'cancel several' | 'one call')
  | ('ask to buy' | 'ask to sell' | 'ask to buy back' | 'ask to close')
  | ('swap token' | 'wrap coin')
  | ('give buyer' | 'give seller' | 'allow side' | 'forbid side')
  | (
      | 'revoke through permit2'
      | 'revoke tokens'
      | 'revoke item'
      | 'withdraw all'
      | 'supply for another'
      | 'withdraw for another'
      | 'withdraw all for another'
      | 'allow every item'
      | 'forbid every item'
    );

/** Whole sentences in both tenses, because languages order their words differently. */
const TEXTS = {
  buy: { asked: 'actions.buy', done: 'actions.bought' },
  sell: { asked: 'actions.sell', done: 'actions.sold' },
  'cancel order': { asked: 'actions.cancel', done: 'actions.cancelled' },
  'cancel several': { asked: 'actions.cancelSeveral', done: 'actions.cancelledSeveral' },
  'cancel before': { asked: 'actions.cancelBefore', done: 'actions.cancelledBefore' },
  'claim fees': { asked: 'actions.claim', done: 'actions.claimed' },
  payout: { asked: 'actions.settle', done: 'actions.settled' },
  exercise: { asked: 'actions.exercise', done: 'actions.exercised' },
  'decline exercise': { asked: 'actions.declineExercise', done: 'actions.declinedExercise' },
  close: { asked: 'actions.close', done: 'actions.closed' },
  'return excess collateral': { asked: 'actions.takeExcess', done: 'actions.tookExcess' },
  split: { asked: 'actions.split', done: 'actions.splitDone' },
  deploy: { asked: 'actions.deploy', done: 'actions.deployed' },
  'cancel transaction': { asked: 'meaning.cancelPending', done: 'meaning.cancelledPending' },
  'reclaim collateral': { asked: 'actions.reclaim', done: 'actions.reclaimed' },
  'give buyer': { asked: 'actions.giveBuyer', done: 'actions.gaveBuyer' },
  'give seller': { asked: 'actions.giveSeller', done: 'actions.gaveSeller' },
  'allow side': { asked: 'actions.allowSide', done: 'actions.allowedSide' },
  'forbid side': { asked: 'actions.forbidSide', done: 'actions.forbadeSide' },
  'ask to buy': { asked: 'quotationCalls.askToBuy', done: 'quotationCalls.askedToBuy' },
  'ask to sell': { asked: 'quotationCalls.askToSell', done: 'quotationCalls.askedToSell' },
  'ask to buy back': { asked: 'quotationCalls.askBuyBack', done: 'quotationCalls.askedBuyBack' },
  'ask to close': { asked: 'quotationCalls.askClose', done: 'quotationCalls.askedClose' },
  'accept offer': { asked: 'quotationCalls.accept', done: 'quotationCalls.accepted' },
  'accept order': { asked: 'quotationCalls.acceptOrder', done: 'quotationCalls.acceptedOrder' },
  'settle quotation': { asked: 'quotationCalls.settle', done: 'quotationCalls.settled' },
  'cancel quotation': { asked: 'quotationCalls.cancel', done: 'quotationCalls.cancelled' },
  'claim escrow': { asked: 'quotationCalls.claim', done: 'quotationCalls.claimed' },
  'make offer': { asked: 'quotationCalls.makeOffer', done: 'quotationCalls.madeOffer' },
  'reveal offer': { asked: 'quotationCalls.reveal', done: 'quotationCalls.revealed' },
  'cancel offer': { asked: 'quotationCalls.cancelOffer', done: 'quotationCalls.cancelledOffer' },
  'swap token': { asked: 'quotationCalls.swap', done: 'quotationCalls.swapped' },
  'wrap coin': { asked: 'quotationCalls.wrap', done: 'quotationCalls.wrapped' },
  'register referral': { asked: 'quotationCalls.register', done: 'quotationCalls.registered' },
  'withdraw fees': { asked: 'quotationCalls.withdrawFees', done: 'quotationCalls.withdrewFees' },
  approve: { asked: 'meaning.allowToTake', done: 'actions.allowed' },
  'revoke tokens': { asked: 'meaning.revokeTokens', done: 'actions.revokedTokens' },
  'allow through permit2': { asked: 'actions.allowPermit', done: 'actions.allowedPermit' },
  'revoke through permit2': { asked: 'actions.revokePermit', done: 'actions.revokedPermit' },
  'increase allowance': { asked: 'actions.allowMore', done: 'actions.allowedMore' },
  permit: { asked: 'actions.permit', done: 'actions.permitted' },
  'allow delivery': { asked: 'meaning.allowDelivery', done: 'actions.allowedDelivery' },
  transfer: { asked: 'actions.send', done: 'actions.sent' },
  'transfer from': { asked: 'actions.move', done: 'actions.moved' },
  'allow every item': { asked: 'actions.allowAll', done: 'actions.allowedAll' },
  'forbid every item': { asked: 'actions.forbidAll', done: 'actions.forbadeAll' },
  'allow item': { asked: 'actions.allowItem', done: 'actions.allowedItem' },
  'revoke item': { asked: 'meaning.revokeItem', done: 'actions.revokedItem' },
  'transfer item': { asked: 'actions.sendItem', done: 'actions.sentItem' },
  wrap: { asked: 'actions.wrap', done: 'actions.wrapped' },
  unwrap: { asked: 'actions.unwrap', done: 'actions.unwrapped' },
  supply: { asked: 'actions.supply', done: 'actions.supplied' },
  withdraw: { asked: 'actions.withdraw', done: 'actions.withdrawn' },
  'supply for another': { asked: 'actions.supplyTo', done: 'actions.suppliedTo' },
  'withdraw for another': { asked: 'actions.withdrawTo', done: 'actions.withdrawnTo' },
  'withdraw all for another': { asked: 'actions.withdrawAllTo', done: 'actions.withdrawnAllTo' },
  'withdraw all': { asked: 'actions.withdrawAll', done: 'actions.withdrawnAll' },
  send: { asked: 'actions.send', done: 'actions.sent' },
  'one call': { asked: 'actions.makeCall', done: 'actions.madeCall' },
  multicall: { asked: 'actions.makeCalls', done: 'actions.madeCalls' },
  batch: { asked: 'actions.makeCalls', done: 'actions.madeCalls' },
  'set code': { asked: 'delegation.setCode', done: 'delegation.setCodeDone' },
  'remove code': { asked: 'delegation.removeCode', done: 'delegation.removeCodeDone' },
  unreadable: { asked: 'actions.callUnreadable', done: 'actions.calledUnreadable' },
  unknown: { asked: 'actions.callUnknown', done: 'actions.calledUnknown' },
} as const satisfies Record<Sentence, Record<Tense, string>>;

export function describeCall(call: CallFacts, tense: Tense): string {
  const sentence = i18n.t(TEXTS[sentenceOf(call)][tense], valuesOf(call, tense));
  return call.kind === 'swap and fill'
    ? i18n.t('actions.bySwapping', { sentence, amount: wholeAmount(call.paid) })
    : sentence;
}

/** The zero address revokes a collectible's approval (ERC-721). */
const NOBODY = /^0x0{40}$/;

function sentenceOf(call: CallFacts): Sentence {
  switch (call.kind) {
    case 'fill':
    case 'swap and fill':
      return call.side;
    case 'request quotation': {
      const isNew = call.existing === undefined;
      if (call.isBuyer) return isNew ? 'ask to buy' : 'ask to buy back';
      return isNew ? 'ask to sell' : 'ask to close';
    }
    case 'swap and call':
      return call.paid === undefined ? 'wrap coin' : 'swap token';
    case 'cancel orders':
      return call.count === 1 ? 'cancel order' : 'cancel several';
    case 'multicall':
      return call.count === 1 ? 'one call' : call.kind;
    case 'transfer option':
      return call.isBuyer ? 'give buyer' : 'give seller';
    case 'allow option transfer':
      return call.isAllowed ? 'allow side' : 'forbid side';
    case 'allow all':
      return call.isAllowed ? 'allow every item' : 'forbid every item';
    case 'allow item':
      return NOBODY.test(call.operator) ? 'revoke item' : call.kind;
    case 'approve':
      return BigInt(call.amount.units) === 0n ? 'revoke tokens' : call.kind;
    case 'allow through permit2':
      return BigInt(call.amount.units) === 0n ? 'revoke through permit2' : call.kind;
    case 'supply':
      return call.to === undefined ? call.kind : 'supply for another';
    case 'withdraw': {
      const isAll = BigInt(call.amount.units) === MAX_UINT256;
      if (call.to === undefined) return isAll ? 'withdraw all' : call.kind;
      return isAll ? 'withdraw all for another' : 'withdraw for another';
    }
    default:
      return call.kind;
  }
}

function valuesOf(call: CallFacts, tense: Tense): Words {
  const words = wordsOf(call);
  switch (call.kind) {
    case 'fill':
    case 'swap and fill':
    case 'request quotation': {
      const count = amountText(BigInt(call.contracts), call.decimals);
      return { ...words, count, product: tradedText(call.traded) };
    }
    case 'cancel before':
      // The activity can be read in another time zone.
      return {
        ...words,
        time: tense === 'done' ? utcMoment(call.cutoff) : localMoment(call.cutoff),
      };
    case 'claim fees':
      return call.token.symbol === undefined
        ? { ...words, token: i18n.t('meaning.unitsOfToken', words) }
        : words;
    case 'approve': {
      const who = spenderName(call);
      const symbol = tokenName(call.amount.token);
      return { ...words, who, what: allowanceText(call.amount), symbol };
    }
    case 'allow through permit2':
      return { ...words, what: allowanceText(call.amount), symbol: tokenName(call.amount.token) };
    case 'permit':
    case 'increase allowance':
      return {
        ...words,
        amount:
          BigInt(call.amount.units) >= UNLIMITED
            ? i18n.t('meaning.unlimitedOf', { name: tokenName(call.amount.token) })
            : wholeAmount(call.amount),
      };
    case 'withdraw':
      return { ...words, symbol: tokenName(call.amount.token) };
    case 'wrap':
    case 'unwrap':
      return { ...words, amount: payCoin(BigInt(call.wei)) };
    default:
      return words;
  }
}

/** Describes what an allowance covers. */
export function allowanceText(amount: AmountFact): string {
  return BigInt(amount.units) >= UNLIMITED
    ? i18n.t('meaning.allOf', { name: tokenName(amount.token) })
    : wholeAmount(amount);
}

export function spenderName(found: {
  readonly spender: string;
  readonly isBook?: boolean;
  readonly isPool?: boolean;
  readonly isFactory?: boolean;
}): string {
  if (found.isBook === true) return i18n.t('meaning.theOrderBook');
  if (found.isFactory === true) return i18n.t('quotationCalls.theFactory');
  return found.isPool === true ? i18n.t('meaning.theLendingPool') : shortAddress(found.spender);
}
