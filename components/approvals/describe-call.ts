import { i18n } from '#i18n';
import type { AmountFact } from '../../shared/approvals/facts/amounts.ts';
import type { CallFacts } from '../../shared/approvals/facts/call-facts.ts';
import { UNLIMITED } from '../../shared/chain/chain-context.ts';
import { shortAddress } from '../../shared/format.ts';
import { MAX_UINT256 } from '../../shared/units.ts';
import { type CodeKey, codeKey } from '../texts/code-key.ts';
import { localMoment, utcMoment } from '../texts/moments.ts';
import { amountText } from '../texts/numbers.ts';
import { payCoin } from '../texts/payments.ts';
import { tradedText } from '../texts/traded.ts';
import { tokenName, wholeAmount } from './describe-amounts.ts';
import { type Words, wordsOf } from './fact-words.ts';

/** `asked` is for the prompt, `done` for the activity. */
export type Tense = 'asked' | 'done';

/** Kinds of calls whose sentence depends on a member of the call. */
type Varied =
  | 'fill'
  | 'swap and fill'
  | 'cancel orders'
  | 'transfer option'
  | 'allow option transfer'
  | 'allow all'
  | 'request quotation'
  | 'accept offer'
  | 'settle quotation'
  | 'cancel quotation'
  | 'swap and call'
  | 'allow through permit2'
  | 'send'
  | 'batch';

/**
 * Last part of a sentence's key. Sentences are whole, because languages differ in word order.
 */
type Sentence =
  | CodeKey<Exclude<CallFacts['kind'], Varied>>
  | ('buy' | 'sell' | 'cancelOrder' | 'cancelSeveral' | 'oneCall')
  | ('askToBuy' | 'askToSell' | 'askToBuyBack' | 'askToClose')
  | ('acceptOffer' | 'settleQuotation' | 'cancelQuotation' | 'stopAsking')
  | ('offerBuys' | 'offerBuysBack' | 'offerSells')
  | ('swapToken' | 'wrapCoin' | 'allowThroughPermit' | 'revokeThroughPermit')
  | ('giveBuyer' | 'giveSeller' | 'allowSide' | 'forbidSide')
  | ('revokeTokens' | 'revokeItem' | 'allowEveryItem' | 'forbidEveryItem')
  | ('withdrawAll' | 'supplyForAnother' | 'withdrawForAnother' | 'withdrawAllForAnother');

export function describeCall(call: CallFacts, tense: Tense): string {
  const sentence = i18n.t(`actions.${tense}.${sentenceOf(call)}`, valuesOf(call, tense));
  return call.kind === 'swap and fill'
    ? i18n.t('actions.bySwapping', { sentence, amount: wholeAmount(call.paid) })
    : sentence;
}

/** Approving the zero address revokes a collectible's approval (ERC-721). */
const NOBODY = /^0x0{40}$/;

function sentenceOf(call: CallFacts): Sentence {
  switch (call.kind) {
    case 'fill':
    case 'swap and fill':
      return call.side;
    case 'request quotation': {
      const isNew = call.existing === undefined;
      if (call.isBuyer) return isNew ? 'askToBuy' : 'askToBuyBack';
      return isNew ? 'askToSell' : 'askToClose';
    }
    case 'accept offer':
    case 'settle quotation':
      if (call.trade === undefined) return codeKey(call.kind);
      if (!call.trade.isBuyer) return 'offerSells';
      return call.trade.isExisting ? 'offerBuysBack' : 'offerBuys';
    case 'cancel quotation':
      return call.trade === undefined ? codeKey(call.kind) : 'stopAsking';
    case 'swap and call':
      return call.paid === undefined ? 'wrapCoin' : 'swapToken';
    case 'cancel orders':
      return call.count === 1 ? 'cancelOrder' : 'cancelSeveral';
    case 'multicall':
      return call.count === 1 ? 'oneCall' : call.kind;
    case 'transfer option':
      return call.isBuyer ? 'giveBuyer' : 'giveSeller';
    case 'allow option transfer':
      return call.isAllowed ? 'allowSide' : 'forbidSide';
    case 'allow all':
      return call.isAllowed ? 'allowEveryItem' : 'forbidEveryItem';
    case 'allow item':
      return NOBODY.test(call.operator) ? 'revokeItem' : 'allowItem';
    case 'approve':
      return BigInt(call.amount.units) === 0n ? 'revokeTokens' : call.kind;
    case 'allow through permit2':
      return BigInt(call.amount.units) === 0n ? 'revokeThroughPermit' : 'allowThroughPermit';
    case 'supply':
      return call.to === undefined ? call.kind : 'supplyForAnother';
    case 'withdraw': {
      const isAll = BigInt(call.amount.units) === MAX_UINT256;
      if (call.to === undefined) return isAll ? 'withdrawAll' : call.kind;
      return isAll ? 'withdrawAllForAnother' : 'withdrawForAnother';
    }
    case 'send':
      return 'transfer';
    case 'batch':
      return 'multicall';
    default:
      return codeKey(call.kind);
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
    case 'accept offer':
    case 'settle quotation':
    case 'cancel quotation': {
      if (call.trade === undefined) return words;
      const { contracts, decimals, traded } = call.trade;
      const count = amountText(BigInt(contracts), decimals);
      return { ...words, ...wordsOf(call.trade), count, product: tradedText(traded) };
    }
    case 'cancel before':
      // The user may read the activity in another time zone.
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

/** Describes the allowed amount. */
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
